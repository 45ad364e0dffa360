import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import type { PortalContext } from '../../context.ts';
import type { Job, JobHandler, JobOutcome } from '../../queue/queue.ts';
import { inBatches } from '../../shared/inBatches.ts';
import type { TryOutcome } from '../outcome.ts';
import { openSecrets } from '../secrets.ts';
import type { Sender } from '../sending/sender.ts';
import { signatureHeaders } from '../signature.ts';
import { webhookTables } from '../tables.ts';
import { type ClaimedDelivery, claimDeliveries, type UnbegunTry, unclaimDeliveries } from './claim.ts';
import { buildLanes, type Lane } from './lanes.ts';
import type { DeliveryJob } from './queue.ts';
import { type EndedTry, recordTries, waitOf } from './record.ts';

interface DeliveryParts {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly sender: Sender;
}

interface BegunTry {
  readonly delivery: ClaimedDelivery;
  readonly began: Date;
}

const largestBatch = 200;

/** How long what came of a try is tried to be written down, in milliseconds: as long as its job is ours. */
const longestRecording = 8_000;
const pause = 500;

/** Does the jobs of deliveries: one try each, after which a job is done or comes again when the next one is due. */
export const buildDeliver = ({ payload, portal, sender }: DeliveryParts): JobHandler<DeliveryJob> => {
  const lanes = buildLanes();
  const tables = () => webhookTables(payload, portal);
  const claim = inBatches(
    (jobs: readonly Job<DeliveryJob>[]) => claimDeliveries(payload, tables(), jobs),
    largestBatch,
  );
  const record = inBatches(
    (tries: readonly EndedTry[]) => recordTries(payload, tables(), tries),
    largestBatch,
  );

  const putBack = inBatches(async (unbegun: readonly UnbegunTry[]) => {
    await unclaimDeliveries(payload, tables(), unbegun);
    return unbegun.map(() => undefined);
  }, largestBatch);

  const tryOnce = async (
    { delivery, began }: BegunTry,
    lane: Lane,
    signal: AbortSignal,
  ): Promise<JobOutcome> => {
    const { url, body, failures } = delivery;
    let requestHeaders: Record<string, string>;
    let outcome: TryOutcome;
    try {
      requestHeaders = headersOf(delivery, began, payload.config.secret);
      outcome = await sender.send({ url, headers: requestHeaders, body }, signal);
    } finally {
      lane.leave();
    }
    const wait = waitOf(outcome, failures, Math.random());
    const isOurs = await stubbornly(() => record({ delivery, began, requestHeaders, outcome, wait }), signal);
    return wait === null || !isOurs ? 'removed' : { againAfterSeconds: wait };
  };

  return async (job, signal) => {
    const lane = lanes.of(job.data.webhook);
    const refusal = lane.refusal();
    if (refusal !== null) return { againAfterSeconds: refusal };
    const claimed = await claim(job).catch((error: unknown) => {
      lane.turnBack();
      throw error;
    });
    if (claimed.kind === 'unclaimed') {
      lane.turnBack();
      return claimed.outcome;
    }
    const { delivery } = claimed;
    const claimedAt = performance.now();
    const againAfterSeconds = await lane.enter();
    if (againAfterSeconds === null) {
      // By the database's clock, for the claim was answered before the turn came.
      const began = new Date(delivery.now.getTime() + performance.now() - claimedAt);
      return tryOnce({ delivery, began }, lane, signal);
    }
    await putBack({ delivery, seconds: againAfterSeconds });
    return { againAfterSeconds };
  };
};

const headersOf = (delivery: ClaimedDelivery, began: Date, key: string): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'payload-support-portal',
  ...signatureHeaders(
    {
      id: delivery.message_id,
      timestamp: Math.floor(began.getTime() / 1_000),
      body: delivery.body,
    },
    openSecrets(delivery, key, began),
  ),
});

/** A receiver that has it is not sent it again because the database was away for a moment. */
const stubbornly = async <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
  for (const end = performance.now() + longestRecording; ; await sleep(pause)) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || performance.now() > end) throw error;
    }
  }
};
