import type { Bench } from './bench.ts';
import { residentOf } from './support/memory.ts';
import { startReceiver } from './support/receiver.ts';
import { median } from './support/rounds.ts';
import { registerOnly, startPublisher, untilDelivered } from './support/webhooks.ts';
import { startWorker } from './support/worker.ts';

const endpoints = 32;
const deliveries = 100_000;
const parts = 20;

/** Growth of a worker's memory with the number of its deliveries. */
export const fanOutMemory: Bench = {
  about: `a worker's resident memory during the last fifth of ${deliveries.toLocaleString('en')} deliveries ÷ during the second fifth`,
  async run(scope) {
    const receiver = await startReceiver(scope);
    const { payload, databaseURL, publish } = await startPublisher(scope);
    await registerOnly(
      payload,
      Array.from({ length: endpoints }, (_, number) => `${receiver.url}/${number}`),
    );
    const worker = await startWorker(databaseURL, scope);
    await worker.work();
    const resident: number[] = [];
    for (let part = 0; part < parts; part += 1) {
      await publish(Math.ceil(deliveries / endpoints / parts));
      await untilDelivered(payload, scope);
      resident.push((await residentOf(worker.pid)) / 1024 ** 2);
    }
    const fifth = parts / 5;
    const early = median(resident.slice(fifth, 2 * fifth));
    const late = median(resident.slice(-fifth));
    return [
      {
        figures: [
          { label: 'last fifth, median', value: late, unit: 'MiB' },
          { label: 'second fifth, median', value: early, unit: 'MiB' },
        ],
        label: 'ratio',
        value: late / early,
        unit: '×',
        spread: null,
        goal: { atMost: 1.1 },
      },
    ];
  },
};
