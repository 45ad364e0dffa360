import type { Payload, PayloadRequest } from 'payload';
import { keptOn } from '../../shared/concurrency/keptOn.ts';
import { findSessionAnew } from '../credentials.ts';
import { timeRequest } from '../slowBody.ts';

const name = 'payload-support-portal-timer';

const timers = keptOn(globalThis, 'senders', () => new WeakMap<Headers, () => boolean>());

/**
 * Times each request from the moment at which its sender is identified. The CMS reads the body of a document of GraphQL
 * afterwards, and calls nothing in between.
 */
export const timeSenders = ({ authStrategies }: Payload): void => {
  if (authStrategies.some((strategy) => strategy.name === name)) return;
  authStrategies.unshift({
    name,
    authenticate({ headers }) {
      timers.set(headers, timeRequest());
      return { user: null };
    },
  });
};

/**
 * Identifies the sender of a mutation anew if its document came slowly, or waited.
 *
 * @throws {ApiError} `unavailable`
 */
export const findSlowSenderAnew = async (req: PayloadRequest): Promise<void> => {
  if (timers.get(req.headers)?.()) await findSessionAnew(req);
};
