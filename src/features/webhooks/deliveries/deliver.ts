import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { registerWorker } from '../../../core/jobs/jobs.ts';
import { workOf } from '../../../core/jobs/work.ts';
import type { WorkSource } from '../../../core/jobs/worker.ts';
import { buildSender, type Sender } from '../../../core/outgoing/sending/sender.ts';
import { inBatches } from '../../../core/shared/concurrency/concurrency.ts';
import { persist } from '../../../core/shared/concurrency/within.ts';
import { openSecrets, signatureHeaders } from '../secrets/secrets.ts';
import { deliveryQueue, webhookTables } from '../tables.ts';
import { type EndedAttempt, recordAttempts } from './attempts.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  giveBackDeliveries,
  takeUpDeliveries,
  type UnderWay,
} from './claims.ts';
import { buildTellOwner, webhookNoticeQueue } from './disable.ts';
import { waitOf } from './schedule.ts';

/** Makes this process deliver events once it does background work. */
export const registerWebhookWorkers = (payload: Payload, portal: PortalContext): undefined => {
  const sender = buildSender({ allowedNetworks: portal.options.webhooks.allowedNetworks });
  workOf(payload).register({
    queue: deliveryQueue,
    depthSql: () => {
      const { webhooks, deliveries } = webhookTables(payload, portal);
      // The statement joins from the webhooks, so that the index is used and finished deliveries are not read.
      return `
      select count(*) filter (where d.next_attempt_at <= now()) as due,
        count(*) filter (where d.next_attempt_at > now()) as later,
        count(*) filter (where d.next_attempt_at is null) as active,
        min(d.next_attempt_at) filter (where d.next_attempt_at <= now()) as oldest
      from ${webhooks} w join ${deliveries} d on d.webhook_id = w.id and d.status = 'pending'`;
    },
    source: (wake) => deliverySource({ payload, portal, sender, wake }),
  });
  registerWorker(payload, webhookNoticeQueue, buildTellOwner(payload, portal));
};

interface DeliveryParts {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly sender: Sender;
  /** Makes the worker claim again, because a place is free. */
  readonly wake: () => void;
}

/** Attempts at once in this process. Each holds little more than a socket. */
const concurrency = 1_000;

/** The most attempts of one webhook at once in this process. */
const mostOfOne = 20;

/** Bytes that long bodies under way have together, about. A claim reads their texts at once, and keeps them until they are sent. */
const roomOfLong = 64 * 1024 * 1024;

/** Between two polls for deliveries of dead processes, in milliseconds. */
const betweenTakeUps = 3_000;

const largestBatch = 1_000;

/**
 * Time for which recording an outcome is retried, in milliseconds, so that no receiver gets an event twice because the
 * database was unreachable for a moment.
 */
const longestRecording = 8_000;

/** Deliveries as a queue: the table of deliveries is its table. */
const deliverySource = ({ payload, portal, sender, wake }: DeliveryParts): WorkSource<ClaimedDelivery> => {
  const tables = () => webhookTables(payload, portal);
  const underWay = new Map<string, UnderWay>();
  let room = roomOfLong;
  let takenUp = Number.NEGATIVE_INFINITY;
  const record = inBatches(
    (attempts: readonly EndedAttempt[]) => recordAttempts(payload, tables(), attempts),
    largestBatch,
  );

  const enter = ({ webhook, bytes }: ClaimedDelivery): void => {
    const before = underWay.get(webhook) ?? { tries: 0, bytes: 0 };
    underWay.set(webhook, { tries: before.tries + 1, bytes: before.bytes + bytes });
    room -= bytes;
  };

  const leave = ({ webhook, bytes }: ClaimedDelivery): void => {
    room += bytes;
    const before = underWay.get(webhook);
    if (before && before.tries > 1)
      underWay.set(webhook, { tries: before.tries - 1, bytes: before.bytes - bytes });
    else underWay.delete(webhook);
    wake();
  };

  const send = async (delivery: ClaimedDelivery, signal: AbortSignal) => {
    const { url, body } = delivery;
    const headers = headersOf(delivery, payload.config.secret);
    return { headers, outcome: await sender.send({ url, headers, body }, signal) };
  };

  const attempt = async (delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> => {
    const { headers, outcome } = await send(delivery, signal).finally(() => leave(delivery));
    const wait = waitOf(outcome, delivery.failures, Math.random());
    await persist(() => record({ delivery, headers, outcome, wait }), longestRecording, signal);
  };

  return {
    concurrency,
    async claim(all) {
      if (performance.now() - takenUp > betweenTakeUps) {
        await takeUpDeliveries(payload, tables());
        takenUp = performance.now();
      }
      const claimed = await claimDeliveries(payload, tables(), { all, ofOne: mostOfOne, underWay, room });
      claimed.forEach(enter);
      return claimed;
    },
    async work(delivery, signal) {
      try {
        await attempt(delivery, signal);
      } catch (err) {
        // The end of the lease makes it due again, whether or not it is given back.
        if (signal.aborted) await giveBackDeliveries(payload, tables(), [delivery]).catch(() => {});
        else payload.logger.error({ err, msg: 'A delivery could not be attempted, and is retried later.' });
      }
    },
    giveBack: (claimed) => giveBackDeliveries(payload, tables(), claimed),
  };
};

const headersOf = (delivery: ClaimedDelivery, key: string): Record<string, string> => {
  const { message_id: id, body, began } = delivery;
  const timestamp = Math.floor(began.getTime() / 1_000);
  return {
    'content-type': 'application/json',
    'user-agent': 'payload-support-portal',
    ...signatureHeaders({ id, timestamp, body }, openSecrets(delivery, key, began)),
  };
};
