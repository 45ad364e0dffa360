import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import { postgresOf } from '../src/core/database/pool.ts';
import type { Bench } from './bench.ts';
import { startReceiver } from './support/receiver.ts';
import { compare, percentile } from './support/rounds.ts';
import { registerOnly, startPublisher } from './support/webhooks.ts';
import { startWorker } from './support/worker.ts';

const rounds = 7;
const endpoints = 40;
const hanging = endpoints / 10;
/** Events in each round, one after the other. */
const events = 150;
const pauseMs = 50;

/** Effect of receivers that hang on the others. */
export const fanOutFaults: Bench = {
  about: `p99 of the time from an event to its first try, at the webhooks that answer, with ${hanging} of ${endpoints} hanging ÷ with none, ${1_000 / pauseMs} events per second`,
  async run(scope) {
    const receiver = await startReceiver(scope);
    const { payload, databaseURL, publish } = await startPublisher(scope);
    await (await startWorker(databaseURL, scope)).work();
    const urlsWith = (hangs: number) =>
      Array.from({ length: endpoints }, (_, number) => `${receiver.url}/${number < hangs ? 'hang' : 'ok'}`);
    const deliver = async (hangs: number): Promise<number> => {
      await registerOnly(payload, urlsWith(hangs));
      for (let event = 0; event < events; event += 1) {
        await publish(1);
        await sleep(pauseMs, undefined, { signal: scope.signal });
      }
      const waits = await waitsOfAnswered(payload);
      receiver.release();
      return percentile(waits, 0.99);
    };
    await deliver(hanging);
    const { measured, baseline, ratio, spread } = await compare({
      rounds,
      measured: () => deliver(hanging),
      baseline: () => deliver(0),
    });
    return [
      {
        figures: [
          { label: 'p99 with receivers that hang, median', value: measured, unit: 'ms' },
          { label: 'p99 without, median', value: baseline, unit: 'ms' },
        ],
        label: 'ratio, median',
        value: ratio,
        unit: '×',
        spread,
        goal: { atMost: 1.5 },
      },
    ];
  },
};

/** Once all of them were tried, in milliseconds. */
const waitsOfAnswered = async (payload: Payload): Promise<number[]> => {
  for (;;) {
    await sleep(100);
    const { rows } = await postgresOf(payload).pool.query<{ wait: number; attempts: number }>(
      `select extract(epoch from d.last_attempt_at - d.created_at)::float8 * 1000 as wait, d.attempts::int
       from webhook_deliveries d join webhooks w on w.id = d.webhook_id
       where w.status = 'enabled' and w.url not like '%/hang'`,
    );
    if (rows.every(({ attempts }) => attempts === 1)) return rows.map(({ wait }) => wait);
  }
};
