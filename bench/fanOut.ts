import type { Bench } from './bench.ts';
import { requestsPerSecond } from './support/load.ts';
import { startReceiver } from './support/receiver.ts';
import { compare } from './support/rounds.ts';
import { exampleBody, registerOnly, startPublisher, untilDelivered } from './support/webhooks.ts';
import { startWorker } from './support/worker.ts';

const rounds = 7;
const endpoints = 32;
/** Events in each round. */
const events = 300;

/** Speed of event deliveries, with everything that makes them safe, compared to a program that only sends. */
export const fanOut: Bench = {
  about: `deliveries per second of events to ${endpoints} webhooks, from before their publication until the last is in the delivery log ÷ a bare undici POST loop of the same body to the same receiver, ${endpoints} at once`,
  async run(scope) {
    const receiver = await startReceiver(scope);
    const { payload, databaseURL, publish } = await startPublisher(scope);
    await registerOnly(
      payload,
      Array.from({ length: endpoints }, (_, number) => `${receiver.url}/${number}`),
    );
    await (await startWorker(databaseURL, scope)).work();
    const deliver = async (): Promise<number> => {
      const begun = performance.now();
      await publish(events);
      await untilDelivered(payload, scope);
      return (events * endpoints) / ((performance.now() - begun) / 1_000);
    };
    const load = {
      url: `${receiver.url}/bare`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: () => exampleBody,
      status: 204,
      atOnce: endpoints,
    } as const;
    const send = () => requestsPerSecond(load, scope);
    await deliver();
    await send();
    const { measured, baseline, ratio, spread } = await compare({
      rounds,
      measured: deliver,
      baseline: send,
    });
    return [
      {
        figures: [
          { label: 'delivered, median', value: measured, unit: 'deliveries/s' },
          { label: 'sent by the bare loop, median', value: baseline, unit: 'requests/s' },
        ],
        label: 'ratio, median',
        value: ratio,
        unit: '×',
        spread,
        goal: { atLeast: 0.1 },
      },
    ];
  },
};
