import { isAscii } from 'node:buffer';
import type { NodemailerError } from 'nodemailer-10';
import { wireAddress } from '../../../../core/shared/addresses/addressList.ts';
import { maskKnownSecrets } from '../../../../core/shared/secrets/masking.ts';
import { writeMime } from '../message/mime.ts';
import { asSaid, messageOf } from '../property.ts';
import type { MailTransport, OutgoingMail, Refusal, SendResult } from '../transport.ts';
import { checkTransport } from './checkTransport.ts';
import { resolveSmtpOptions, type SmtpTransportOptions } from './smtp/options.ts';
import { type Envelope, openSession, type SmtpAttempt, type SmtpSession } from './smtp/session.ts';

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

/** A session waiting for its next mail; one whose last mail was refused has to be reset before. */
interface IdleSession {
  readonly session: SmtpSession;
  readonly needsReset: boolean;
}

/**
 * A few connections, kept for a moment for the next mail. nodemailer's own pool sends a mail again when its
 * connection breaks, even after the body: that may deliver it twice, so it is not used here.
 */
interface SessionPool {
  /** Runs `task` when one of the connections may be used; the task takes an idle one, or opens its own. */
  withConnection<Result>(task: () => Promise<Result>): Promise<Result>;
  /** The session that was used last, if one is idle. The server may have closed it meanwhile. */
  takeIdle(): IdleSession | null;
  keep(idle: IdleSession): void;
  /** Ends idle sessions; those at work end after their mail. */
  close(): Promise<void>;
}

/** @param idleFor in milliseconds; an idle session never keeps the process alive. */
const createSessionPool = (maxConnections: number, idleFor: number): SessionPool => {
  const waiting: (() => void)[] = [];
  let idle: (IdleSession & { readonly timer: NodeJS.Timeout })[] = [];
  let busy = 0;
  let closed = false;

  const free = () => {
    const next = waiting.shift();
    if (next) next();
    else busy--;
  };
  const expire = (session: SmtpSession) => {
    idle = idle.filter((entry) => entry.session !== session);
    void session.end();
  };

  return {
    async withConnection(task) {
      if (busy < maxConnections) busy++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        free();
      }
    },
    takeIdle() {
      const entry = idle.pop();
      if (!entry) return null;
      clearTimeout(entry.timer);
      entry.session.wake();
      return entry;
    },
    keep({ session, needsReset }) {
      session.park();
      if (closed || idleFor <= 0) return void session.end();
      idle.push({ session, needsReset, timer: setTimeout(expire, idleFor, session).unref() });
    },
    async close() {
      closed = true;
      const ending = idle;
      idle = [];
      for (const { timer } of ending) clearTimeout(timer);
      await Promise.all(ending.map(({ session }) => session.end()));
    },
  };
};

interface Judgement {
  readonly messageId: string;
  /** The recipient as the mail names it, by the address that the server was told. */
  recipientOf(address: string): string;
  /** Removes secrets from the server's words. */
  clean(text: string): string;
}

/** Derives the result for the chain from a delivery. Only a mail that was handed over whole can have an unknown outcome. */
const judgeDelivery = (delivery: SmtpAttempt, { messageId, recipientOf, clean }: Judgement): SendResult => {
  const { info, error, progress } = delivery;
  const unknown = (message: string): SendResult => ({
    outcome: 'unknown',
    error: `Outcome unknown: ${clean(message)}`,
  });
  const refusal = ({ recipient = '', response, message }: NodemailerError): Refusal => ({
    recipient: recipientOf(recipient),
    error: clean(response ?? message),
  });
  if (info && progress === 'finished') {
    const { response } = info;
    return {
      outcome: 'accepted',
      messageId,
      response: clean(response),
      refused: delivery.refusals.map(refusal),
    };
  }
  if (info) return unknown(`The server answered before it had the whole mail: ${info.response}`);
  if (progress === 'finished' && !isRefusal(error?.response)) return unknown(error?.message ?? '');
  const undeliverable = delivery.refusals
    .filter(({ response = '' }) => isVerdictOnRecipient(response))
    .map(refusal);
  return { outcome: 'refused', error: clean(error?.message ?? ''), undeliverable };
};

/** Says whether the connection was gone before the mail began: a kept connection may have been for a while. */
const wasLost = ({ error, progress }: SmtpAttempt): boolean =>
  error !== null &&
  progress === 'waiting' &&
  (error.responseCode === 421 || !(error.code === 'EENVELOPE' || error.code === 'EMESSAGE'));

/** True if the next mail can begin in a session: its last mail was answered, and no rest of a body is on the way. */
const isReusable = ({ info, error, progress }: SmtpAttempt): boolean =>
  info ? progress === 'finished' : progress !== 'started' && isRefusal(error?.response);

/**
 * Says whether a server's reply to RCPT refuses that recipient for good, for every sender: 5xx with an enhanced
 * code 5.1.x (no such address) or 5.2.x (mailbox unusable), or 550, 551, 553 without any. `550 5.7.1` is a policy
 * on the sender, and 4xx passes: another transport may do better. Servers also write the enhanced code as `5.7.1:`,
 * as `#5.7.1`, or in brackets, `(#5.7.1)` even at the end of the line.
 */
export const isVerdictOnRecipient = (reply: string): boolean => {
  if (!/^5\d\d/.test(reply)) return false;
  const enhanced = enhancedCode.exec(reply)?.[1];
  return enhanced === undefined ? /^55[013]/.test(reply) : enhanced === '5.1' || enhanced === '5.2';
};

const enhancedCode = /^\d{3}[ -](?:[#([]{0,2}|.*[([]#)(\d\.\d{1,3})\.\d{1,3}(?![\w-]|\.\w)/m;

/** Says whether a reply is a refusal; anything else after the body leaves the outcome open. */
const isRefusal = (reply: string | undefined): boolean => reply !== undefined && /^[45]\d\d/.test(reply);
