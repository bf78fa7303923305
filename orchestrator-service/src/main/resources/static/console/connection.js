// Whether the orchestrator answers, how long to wait before trying again, and the line that says so.

const FIRST = 500;
const LONGEST = 15_000;
const line = document.getElementById('lost');

let failures = 0;

export function answered() {
  failures = 0;
  line.textContent = '';
}

/** Waits before the next try, longer each time, and says so. */
export async function backOff(signal) {
  failures += 1;
  const until = performance.now() + Math.min(LONGEST, FIRST * 2 ** (failures - 1));
  line.textContent = 'The orchestrator does not answer. What you see may be old; trying again with growing pauses.';
  await pause(until - performance.now(), signal);
}

/** Ends early, without a sound, at the signal. */
export function pause(millis, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(done, millis);
    signal.addEventListener('abort', done);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

/** Resolves once somebody can see the page. */
function seen(signal) {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.hidden || signal.aborted) {
        document.removeEventListener('visibilitychange', look);
        signal.removeEventListener('abort', look);
        resolve();
      }
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** Repeats a task until the signal, as long as the page is visible. */
export async function repeat(task, every, signal) {
  while (!signal.aborted) {
    await seen(signal);
    try {
      await task();
      await pause(every, signal);
    } catch (e) {
      if (signal.aborted) {
        return;
      }
      if (!e.unreachable) {
        throw e;
      }
      await backOff(signal);
    }
  }
}
