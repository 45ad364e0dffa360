import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../shared/concurrency/within.ts';

/** The source of a worker's items: the table of jobs, or that of deliveries. */
export interface WorkSource<Item> {
  /** The most items under way at once in this process. */
  readonly concurrency: number;
  /** Claims items that are due, under a lease: an item whose process dies is due again once the lease is over. */
  claim(most: number): Promise<readonly Item[]>;
  /**
   * Does an item, and records the outcome. Never rejects.
   *
   * @param signal aborts when the process stops
   */
  work(item: Item, signal: AbortSignal): Promise<void>;
  /** Ends the lease of items that this process will not do, so that another process can claim them at once. */
  giveBack(items: readonly Item[]): Promise<void>;
}

export interface Worker {
  /** Polls for work at once. */
  wake(): void;
  /** Resolves once nothing is under way and nothing is due. */
  idle(): Promise<void>;
  /** Number of items done. */
  done(): number;
  /** Claims no more, lets items end, and gives back those that do not: within four seconds. */
  stop(): Promise<void>;
}

/** Between two polls of an idle worker, in milliseconds: other processes do not wake it. */
const betweenPolls = 500;

/** Time for which a poll waits for further items to end or to become due, in milliseconds, so that one claim serves many. */
const gathering = 20;

/** The phases of a stop, in milliseconds: items may finish, then they may abort, then the database may respond. */
const untilAborted = 2_500;
const untilGivenBack = 500;
const untilRecorded = 1_000;

/**
 * Starts to work. An unreachable database counts as one without work.
 *
 * @param build gets a function that makes the worker poll at once, for a source that learns of more work or room
 */
export const startWorker = <Item>(build: (wake: () => void) => WorkSource<Item>): Worker => {
  const aborter = new AbortController();
  // Each item under way may listen.
  setMaxListeners(0, aborter.signal);
  const alarm = buildAlarm();
  const source = build(alarm.ring);
  const underWay = new Map<Item, Promise<void>>();
  const waiting: (() => void)[] = [];
  let isStopping = false;
  /** True if the last claim got as many items as it asked for: more may be due. */
  let wasFull = false;
  let done = 0;

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      await poll();
      await alarm.wait(betweenPolls);
      if (!isStopping) await sleep(gathering, undefined, { ref: false });
    }
  };

  const poll = async (): Promise<void> => {
    const free = source.concurrency - underWay.size;
    if (free === 0) return;
    const items = await source.claim(free).catch(() => []);
    wasFull = items.length === free;
    if (isStopping) return source.giveBack(items).catch(() => {});
    for (const item of items) underWay.set(item, run(item));
    if (underWay.size > 0) return;
    for (const tell of waiting.splice(0)) tell();
  };

  const run = async (item: Item): Promise<void> => {
    await source.work(item, aborter.signal);
    // The result is false if the item was given back meanwhile.
    if (!underWay.delete(item)) return;
    done += 1;
    // A source wakes the worker for each item that becomes due: if the last claim left none, another would find none.
    if (wasFull || waiting.length > 0) alarm.ring();
  };

  const looping = loop();
  const ended = () => Promise.all([looping, ...underWay.values()]);

  return {
    wake: alarm.ring,
    done: () => done,
    idle: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        alarm.ring();
      }),
    async stop() {
      isStopping = true;
      alarm.ring();
      await within(ended(), untilAborted, undefined);
      aborter.abort();
      await within(ended(), untilGivenBack, undefined);
      const left = [...underWay.keys()];
      underWay.clear();
      if (left.length > 0)
        await within(
          source.giveBack(left).catch(() => {}),
          untilRecorded,
          undefined,
        );
    },
  };
};

interface Alarm {
  ring(): void;
  /** Waits until it rings, for so many milliseconds at most. Returns at once if it has rung since the last wait. */
  wait(milliseconds: number): Promise<void>;
}

const buildAlarm = (): Alarm => {
  let hasRung = false;
  let wake = (): void => {};
  return {
    ring() {
      hasRung = true;
      wake();
    },
    async wait(milliseconds) {
      if (!hasRung)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds).unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      hasRung = false;
    },
  };
};
