import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../../../core/shared/secrets/encryption.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';

/** Seconds for which a recorded look may go on. */
const lifetime = 15 * 60;

interface Look {
  readonly secret: string;
  readonly ticketId: RecordId;
  readonly viewerId: RecordId;
  /** The person through whose eyes the ticket is seen, as recorded. */
  readonly requesterId: RecordId;
  readonly now: Date;
}

/** Proves for a quarter of an hour that a look of a member of staff at a ticket has been recorded. */
export const viewKey = (look: Look): string => {
  const expires = Math.floor(look.now.getTime() / 1000) + lifetime;
  return `${expires}.${sign(look, expires)}`;
};

export const isViewKey = (key: string, look: Look): boolean => {
  const [expires = '', signature = ''] = key.split('.');
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= look.now.getTime()) return false;
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(look, Number(expires)))];
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const sign = ({ secret, ticketId, viewerId, requesterId }: Look, expires: number): string =>
  createHmac('sha256', derivedKey(secret, 'client-views'))
    .update(JSON.stringify([idText(ticketId), idText(viewerId), idText(requesterId), expires]))
    .digest('base64url');
