import type { Payload } from 'payload';
import { type MailSettings, noSettings, readSettings } from './readSettings.ts';

/** How long a process goes by what it read, in milliseconds: others' changes hold within ten seconds. */
const freshFor = 5_000;

/** How long after a change nothing is kept, in milliseconds: its transaction may be about to commit. */
const unsettledFor = 2_000;

interface Memory {
  settings: MailSettings;
  /** Until when the settings hold, as `Date.now()` tells it. */
  freshUntil: number;
  unsettledUntil: number;
  reading: Promise<void> | null;
}

const key = Symbol.for('payload-support-portal.settings');

const memoryOf = (payload: Payload): Memory => {
  const holder = payload as Payload & { [key]?: Memory };
  holder[key] ??= { settings: noSettings, freshUntil: 0, unsettledUntil: 0, reading: null };
  return holder[key];
};

/**
 * Settings as they were a few seconds ago at most. Never fails: while the database does not answer, what was read
 * last holds.
 */
export const mailSettings = async (payload: Payload): Promise<MailSettings> => {
  const memory = memoryOf(payload);
  if (Date.now() >= memory.freshUntil) {
    memory.reading ??= refresh(payload, memory).finally(() => {
      memory.reading = null;
    });
    await memory.reading;
  }
  return memory.settings;
};

/** Makes the next mail of this process read Settings anew. */
export const forgetSettings = (payload: Payload): void => {
  const memory = memoryOf(payload);
  memory.unsettledUntil = Date.now() + unsettledFor;
  memory.freshUntil = 0;
  memory.reading = null;
};

const refresh = async (payload: Payload, memory: Memory): Promise<void> => {
  try {
    memory.settings = await readSettings(payload);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    payload.logger.warn(`Settings could not be read, what was read last holds: ${reason}`);
  }
  const now = Date.now();
  memory.freshUntil = now < memory.unsettledUntil ? now : now + freshFor;
};
