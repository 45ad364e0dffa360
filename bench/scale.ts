import type { Bench } from './bench.ts';
import { startReceiver } from './support/receiver.ts';
import { compare } from './support/rounds.ts';
import { registerOnly, startPublisher, untilDelivered } from './support/webhooks.ts';
import { startWorker } from './support/worker.ts';

const rounds = 5;
const latencyMs = 20;
/** Deliveries in each round. */
const deliveries = 1_000;

/** Benefit of a second worker for a webhook whose receiver is slow. */
export const scale: Bench = {
  about: `deliveries per second with 2 workers ÷ with 1, to a webhook whose receiver answers after ${latencyMs} ms`,
  async run(scope) {
    const receiver = await startReceiver(scope);
    const { payload, databaseURL, publish } = await startPublisher(scope);
    await registerOnly(payload, [`${receiver.url}/after/${latencyMs}`]);
    const workers = [await startWorker(databaseURL, scope), await startWorker(databaseURL, scope)];
    const deliverBy = async (count: number): Promise<number> => {
      await publish(deliveries);
      const begun = performance.now();
      await Promise.all(workers.slice(0, count).map((worker) => worker.work()));
      await untilDelivered(payload, scope);
      const seconds = (performance.now() - begun) / 1_000;
      await Promise.all(workers.map((worker) => worker.rest()));
      return deliveries / seconds;
    };
    await deliverBy(1);
    const { measured, baseline, ratio, spread } = await compare({
      rounds,
      measured: () => deliverBy(2),
      baseline: () => deliverBy(1),
    });
    return [
      {
        figures: [
          { label: '2 workers, median', value: measured, unit: 'deliveries/s' },
          { label: '1 worker, median', value: baseline, unit: 'deliveries/s' },
        ],
        label: 'ratio, median',
        value: ratio,
        unit: '×',
        spread,
        goal: { atLeast: 1.8 },
      },
    ];
  },
};
