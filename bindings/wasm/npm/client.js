// The side of the caller: sends a job to a worker of its own and waits for the answer.

/** `worker` is a web worker, or one of Node. It ends with the job. */
export function runJob(worker, job, { signal } = {}, onProgress = () => {}) {
    return new Promise((resolve, reject) => {
        const on = (event, handler) => (worker.on ?? worker.addEventListener).call(worker, event, handler);
        const end = (settle, value) => {
            signal?.removeEventListener('abort', abort);
            worker.terminate();
            settle(value);
        };
        const abort = () => end(reject, signal.reason);
        on('message', (message) => {
            const { progress, result, error } = message.data ?? message;
            if (progress) onProgress(progress);
            else if (result) end(resolve, result);
            else end(reject, new Error(error));
        });
        on('error', (error) => end(reject, new Error(error.message || 'the worker did not start')));
        signal?.addEventListener('abort', abort);
        if (signal?.aborted) return abort();
        worker.postMessage(job);
    });
}
