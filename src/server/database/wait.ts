import { setTimeout as sleep } from 'node:timers/promises';
import { openProbe } from './probe.ts';

const pauseMs = 500;

/** Waits until the database answers, however long; says once why it does not. */
export const waitForDatabase = async (url: string, signal: AbortSignal): Promise<void> => {
  for (let said = ''; ; ) {
    signal.throwIfAborted();
    const reason = await whyUnreachable(url);
    if (reason === null) return;
    if (reason !== said) console.log(`Waiting for the database: ${reason}.`);
    said = reason;
    await sleep(pauseMs, undefined, { signal });
  }
};

/** Null if the database answers. */
export const whyUnreachable = async (url: string): Promise<string | null> => {
  try {
    const probe = await openProbe(url, () => {});
    await probe.ask().finally(probe.close);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
};

/** A refused connection to a name with several addresses is an error of many errors and no message. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};
