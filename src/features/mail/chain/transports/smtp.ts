import { isAscii } from 'node:buffer';
import { wireAddress } from '../../../../core/shared/addresses/addressList.ts';
import { maskKnownSecrets } from '../../../../core/shared/secrets/masking.ts';
import { writeMime } from '../message/mime.ts';
import { asSaid, messageOf } from '../property.ts';
import type { MailTransport, OutgoingMail, SendResult } from '../transport.ts';
import { checkTransport } from './checkTransport.ts';
import { resolveSmtpOptions, type SmtpTransportOptions } from './smtp/options.ts';
import { createSessionPool } from './smtp/pool.ts';
import { type Envelope, openSession, type SmtpAttempt, type SmtpSession } from './smtp/session.ts';
import { isReusable, judgeDelivery, wasLost } from './smtp/verdict.ts';

export { type SmtpTransportOptions, smtpOptionsFromUrl } from './smtp/options.ts';

/**
 * Hands mail to an SMTP server, over a few connections that are kept for ten seconds of idleness.
 *
 * @throws an Error that names the part of the options that is wrong
 */
export const smtpTransport = (given: SmtpTransportOptions): MailTransport => {
  checkTransport('smtpTransport', given);
  const options = resolveSmtpOptions(given);
  const pool = createSessionPool(options.maxConnections, options.limits.idle);
  const secrets = options.login ? [options.login.password] : [];
  const clean = (text: string) => asSaid(maskKnownSecrets(text, secrets));

  const deliverOn = async (session: SmtpSession, envelope: Envelope, body: Buffer): Promise<SmtpAttempt> => {
    const delivery = await session.deliver(envelope, body);
    if (session.isOpen() && isReusable(delivery)) pool.keep({ session, needsReset: delivery.error !== null });
    else session.drop();
    return delivery;
  };

  /** Returns null if there is no kept connection, or it is dead: that is no refusal, but a reason for a new connection. */
  const deliverOnKept = async (envelope: Envelope, body: Buffer): Promise<SmtpAttempt | null> => {
    const kept = pool.takeIdle();
    if (!kept) return null;
    if (kept.needsReset && !(await kept.session.reset())) {
      kept.session.drop();
      return null;
    }
    const delivery = await deliverOn(kept.session, envelope, body);
    return wasLost(delivery) ? null : delivery;
  };

  const deliver = async (mail: OutgoingMail): Promise<SendResult> => {
    const body = await writeMime(mail.message);
    const original = new Map(mail.recipients.map((recipient) => [wireAddress(recipient), recipient]));
    const envelope = {
      from: wireAddress(mail.envelopeFrom),
      to: [...original.keys()],
      size: body.length,
      use8BitMime: !isAscii(body),
    };
    const recipientOf = (address: string) => original.get(address) ?? address;
    const delivery = await pool.withConnection(
      async () =>
        (await deliverOnKept(envelope, body)) ??
        (await deliverOn(await openSession(options), envelope, body)),
    );
    return judgeDelivery(delivery, { messageId: mail.messageId, recipientOf, clean });
  };

  return {
    name: 'smtp',
    secrets,
    // Errors thrown here precede the mail.
    send: (mail) =>
      deliver(mail).catch((error) => ({
        outcome: 'refused',
        error: clean(messageOf(error)),
        undeliverable: [],
      })),
    close: () => pool.close(),
  };
};
