//! A control group of its own for a solver, where the system lets this process make one (version 2,
//! below the group that it is in). The group knows the CPU time of all processes that were ever in
//! it, also of those that the system forgot when they ended.

use super::usage::own_cpu;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The beginning of the names of groups.
const NAME: &str = "ninefold-";

/// The group that this process is in, with all that it starts. Dropping it leaves and removes it.
#[derive(Debug)]
pub(super) struct Cgroup {
    folder: PathBuf,
    /// CPU time of this process before it was in it.
    before: Duration,
}

impl Cgroup {
    /// Moves this process into a new group below the one that it is in. `None` if it may not.
    pub(super) fn enter() -> Option<Cgroup> {
        let above = own_folder()?;
        remove_left(&above);
        let folder = above.join(format!("{NAME}{}", std::process::id()));
        fs::create_dir(&folder).ok()?;
        let group = Cgroup {
            folder,
            before: own_cpu()?,
        };
        join(&group.folder).ok()?;
        group.cpu().map(|_| group)
    }

    /// CPU time of all processes that are or were in it, but for this one. It misses what a running
    /// process has used since the system last looked at it, a few milliseconds.
    pub(super) fn cpu(&self) -> Option<Duration> {
        // Asking for its time makes the system add what this process has used just now to the
        // group's, too.
        let own = own_cpu()?;
        let text = fs::read_to_string(self.folder.join("cpu.stat")).ok()?;
        let used = text
            .lines()
            .find_map(|line| line.strip_prefix("usage_usec "))?;
        let all = Duration::from_micros(used.trim().parse().ok()?);
        Some((all + self.before).saturating_sub(own))
    }

    /// The processes in it, but for this one.
    pub(super) fn processes(&self) -> Vec<u32> {
        let list = fs::read_to_string(self.folder.join("cgroup.procs")).unwrap_or_default();
        let all = list.lines().filter_map(|pid| pid.parse().ok());
        all.filter(|&pid| pid != std::process::id()).collect()
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        let _ = self.folder.parent().map(join);
        let _ = fs::remove_dir(&self.folder);
    }
}

/// Removes the groups of supervisors that were killed.
fn remove_left(above: &Path) {
    for group in fs::read_dir(above).into_iter().flatten().flatten() {
        let name = group.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(NAME));
        if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
            let _ = fs::remove_dir(group.path());
        }
    }
}

/// Moves this process into a group.
fn join(folder: &Path) -> std::io::Result<()> {
    fs::write(folder.join("cgroup.procs"), "0")
}

/// The folder of the group that this process is in.
fn own_folder() -> Option<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let mount = mounts.lines().find(|line| line.contains(" - cgroup2 "))?;
    let mut fields = mount.split(' ').skip(3);
    let root = fields.next()?;
    let place = fields.next()?;
    let below = Path::new(own).strip_prefix(root).ok()?;
    Some(Path::new(place).join(below))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::Command;
    use std::time::Instant;

    /// The system adds up what a running process has used only now and then, up to four
    /// milliseconds later. What this process itself used must never seem to be that of others.
    #[test]
    fn what_this_process_uses_is_not_that_of_its_group() {
        const ALONE: &str = "NINEFOLD_TEST_ALONE";
        const NAME: &str = "what_this_process_uses_is_not_that_of_its_group";
        // Children of other tests would be in the group.
        if std::env::var_os(ALONE).is_none() {
            let mut alone = Command::new(std::env::current_exe().unwrap());
            let done = alone.arg(NAME).env(ALONE, "1").output().unwrap();
            assert!(
                done.status.success(),
                "{}",
                String::from_utf8_lossy(&done.stdout)
            );
            return;
        }
        let Some(group) = Cgroup::enter() else {
            eprintln!("skipped: no control group may be made here");
            return;
        };
        let count = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";
        assert!(
            Command::new("sh")
                .args(["-c", count])
                .status()
                .unwrap()
                .success()
        );
        let first = group.cpu().unwrap();
        assert!(first > Duration::from_millis(5), "{first:?}");
        let mut apart = Vec::new();
        for _ in 0..100 {
            // Without asking for its CPU time.
            let until = Instant::now() + Duration::from_micros(700);
            while Instant::now() < until {}
            apart.push(group.cpu().unwrap().abs_diff(first));
        }
        apart.sort_unstable();
        // Beside other load, this process may wait between the two readings of one.
        assert!(apart[50] < Duration::from_micros(500), "{apart:?}");
    }

    #[test]
    fn groups_of_supervisors_that_have_gone_are_removed() {
        let above = tempfile::tempdir().unwrap();
        let own = format!("{NAME}{}", std::process::id());
        // No process has so high a number.
        let gone = format!("{NAME}4194305");
        for name in [&*own, &gone, "another"] {
            fs::create_dir(above.path().join(name)).unwrap();
        }
        remove_left(above.path());
        let left = |name: &str| above.path().join(name).exists();
        assert_eq!(
            [left(&own), left(&gone), left("another")],
            [true, false, true]
        );
    }
}
