/**
 * The means by which a program of the portal starts and stops in order.
 *
 * @typedef {object} Lifecycle
 * @property {AbortSignal} signal aborted when the program is to stop, also in the middle of its start
 * @property {(close: () => Promise<void> | void) => void} onStop registers a closer; closers run in reverse order
 * @property {(error: unknown) => void} fail stops the program, which then exits with 1
 */

/** A terminal's Ctrl-C reaches the program directly and once more through npm. */
const echoMs = 800;
const stopWithinMs = 9_000;
const startIsCutOffAfterMs = 2_500;
/** The database is closed towards the end, and needs time even if all before it was slow. */
const slowUntilMs = 6_000;
const shareOfEachMs = 1_000;

/**
 * Runs `main` and stops it on SIGTERM or SIGINT, with exit code 0; a second signal ends the program at once.
 *
 * @param {(lifecycle: Lifecycle) => Promise<void>} main
 */
export const run = (main) => {
  const stopping = new AbortController();
  /** @type {(() => Promise<void> | void)[]} */
  const closers = [];
  let stoppingSince = 0;

  const stop = async (exitCode) => {
    if (stoppingSince > 0) return;
    stoppingSince = Date.now();
    setTimeout(() => process.exit(exitCode), stopWithinMs).unref();
    stopping.abort();
    await Promise.race([started, later(startIsCutOffAfterMs)]);
    for (let close = closers.pop(); close; close = closers.pop()) {
      const share = Math.max(stoppingSince + slowUntilMs - Date.now(), shareOfEachMs);
      await Promise.race([closed(close), later(share)]);
    }
    process.exit(exitCode);
  };

  const fail = (error) => {
    if (stoppingSince === 0) report(error);
    void stop(1);
  };

  for (const name of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(name, () => {
      if (stoppingSince > 0 && Date.now() - stoppingSince > echoMs) process.exit(1);
      void stop(0);
    });
  }
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', (reason) => console.error('A rejected promise was not handled:', reason));

  const started = main({ signal: stopping.signal, onStop: (close) => closers.push(close), fail }).catch(fail);
};

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const closed = async (close) => {
  try {
    await close();
  } catch (error) {
    console.error('A part did not stop cleanly:', error);
  }
};

const sentences = ['EnvironmentError', 'StartError', 'BuildError'];

/** An expected failure is one sentence. Any other is printed with its stack. */
const report = (error) => {
  if (error?.name === 'BuildError') console.log(error.output);
  console.error(sentences.includes(error?.name) ? error.message : error);
};
