import type { Payload } from 'payload';
import { keptOn } from '../../core/shared/concurrency/keptOn.ts';
import { within } from '../../core/shared/concurrency/within.ts';
import { eventProviders } from '../../core/shared/portal/mailProviders.ts';
import { type EventSecrets, type MailSettings, noSettings, readSettings } from './readSettings.ts';

/**
 * Time for which a process uses the Settings that it read, in milliseconds. Changes of other processes take effect within
 * ten seconds.
 */
const freshFor = 5_000;

/** Time after a change in which nothing is cached, in milliseconds: its transaction may be about to commit. */
const unsettledFor = 2_000;

/** Longest wait of a mail for Settings, in milliseconds: longer before they were read for the first time. */
const patience = { known: 500, unknown: 1_000 } as const;

interface Reading {
  readonly begun: number;
  done: Promise<void>;
}

/** Moments are those of `performance.now()`, which never goes back. */
interface Memory {
  /** It is null before they were read for the first time. */
  settings: MailSettings | null;
  freshUntil: number;
  unsettledUntil: number;
  /** The one that counts: a reading that was begun before a change of Settings is not. */
  reading: Reading | null;
}

const memoryOf = (payload: Payload): Memory =>
  keptOn(payload, 'settings', () => ({ settings: null, freshUntil: 0, unsettledUntil: 0, reading: null }));

/**
 * Settings, usually a few seconds old at most. Never fails, and returns within a second. While the database does not
 * respond, the last ones that were read are used.
 */
export const mailSettings = async (payload: Payload): Promise<MailSettings> => {
  const memory = memoryOf(payload);
  if (performance.now() >= memory.freshUntil) {
    const reading = memory.reading ?? beginReading(payload, memory);
    const longest = memory.settings ? patience.known : patience.unknown;
    // A later mail waits only for the rest of that time, so a slow reading delays no further mail.
    await within(reading.done, longest - (performance.now() - reading.begun), undefined);
  }
  return memory.settings ?? noSettings;
};

/** Makes the next mail of this process read Settings anew. */
export const forgetSettings = (payload: Payload): void => {
  const memory = memoryOf(payload);
  memory.unsettledUntil = performance.now() + unsettledFor;
  memory.freshUntil = 0;
  memory.reading = null;
};

const beginReading = (payload: Payload, memory: Memory): Reading => {
  const reading: Reading = { begun: performance.now(), done: Promise.resolve() };
  memory.reading = reading;
  reading.done = read(payload).then((settings) => {
    if (memory.reading !== reading) return;
    memory.reading = null;
    if (settings) memory.settings = settings;
    const now = performance.now();
    memory.freshUntil = now < memory.unsettledUntil ? now : now + freshFor;
  });
  return reading;
};

/** Returns null if they could not be read. */
const read = async (payload: Payload): Promise<MailSettings | null> => {
  try {
    return await readSettings(payload);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    payload.logger.warn(`Settings could not be read; the last values that were read are used: ${reason}`);
    return null;
  }
};

/** The credentials of providers' events: those in Settings, and the app's options for the rest. */
export const eventSecrets = async (payload: Payload, configured: EventSecrets): Promise<EventSecrets> => {
  const { events } = await mailSettings(payload);
  const entries = eventProviders.map((name) => [name, events[name] ?? configured[name]]);
  return { ...configured, ...Object.fromEntries(entries) };
};
