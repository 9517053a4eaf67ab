class Ninefold < Formula
  desc "Solve files of Sudoku puzzles, check every answer and measure how fast"
  homepage "@ADDRESS@"
  url "@ADDRESS@/releases/download/v@VERSION@/ninefold-@VERSION@-source.tar.gz"
  sha256 "@SHA256@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/cli", features: "zstd")
    man1.mkpath
    system bin/"ninefold", "man", "--out", man1
    generate_completions_from_executable(bin/"ninefold", "completions")
  end

  test do
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    assert_equal solution, pipe_output("#{bin}/ninefold solve --quiet -", "#{puzzle}\n", 0).chomp
  end
end
