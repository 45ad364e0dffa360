import type { Queue } from '../../queue/queue.ts';

/** Ids, as text. */
export interface DeliveryJob {
  delivery: string;
  webhook: string;
}

/**
 * A job waits twenty seconds at most for its turn, tries for fifteen, and has eight to write down what came of it; one
 * that is not done by then was its process's last.
 */
export const deliveryQueue: Queue<DeliveryJob> = { name: 'webhook-deliveries', leaseSeconds: 47 };

export interface DisabledNotice {
  webhook: string;
  reason: 'gone' | 'failing';
}

/** Mails to owners: a mail's own limits are 10, 30 and 60 seconds at each of three transports. */
export const noticeQueue: Queue<DisabledNotice> = { name: 'webhook-notices', leaseSeconds: 50 };
