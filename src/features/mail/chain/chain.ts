import { messageOf } from './property.ts';
import type { MailTransport, OutgoingMail, Refusal, SendResult } from './transport.ts';

/** A transport of a chain that provably did not take the mail, with its own error. */
export interface RefusedBefore {
  readonly transport: string;
  readonly error: string;
}

/** The result of handing a mail to a chain, and the transport that carried it. */
export type ChainResult = SendResult & {
  /** The transport that carried the mail. If none did, the last that was tried. It is null if none was tried. */
  readonly transport: string | null;
  /** The transports that refused before, in order. It is null if none did. */
  readonly fallback: readonly RefusedBefore[] | null;
};

/** Hears which transport a mail is about to be handed to, and who refused it before. */
export type TellTry = (transport: string, fallback: readonly RefusedBefore[] | null) => void;

interface TransportChain extends MailTransport {
  send(mail: OutgoingMail, trying?: TellTry): Promise<ChainResult>;
  close(): Promise<void>;
}

const noTransport =
  'No mail transport is connected: connect a provider under Settings → Notifications, or in the app’s configuration (mail.transports).';

/**
 * Many transports as one: a mail goes to the next only if the last one provably did not take it, and only for
 * the recipients that it did not refuse for good. A transport that took it, or may have taken it, ends the chain.
 *
 * @param transports in the order to be tried; a function is called for each mail.
 */
export const chainTransports = (
  transports: readonly MailTransport[] | (() => readonly MailTransport[]),
): TransportChain => {
  const current = () => (typeof transports === 'function' ? transports() : transports);
  return {
    name: 'chain',
    send: (mail, trying = () => {}) => sendOver(current(), mail, trying),
    close: async () => {
      await Promise.all(current().map((transport) => transport.close?.()));
    },
  };
};

const sendOver = async (
  transports: readonly MailTransport[],
  mail: OutgoingMail,
  trying: TellTry,
): Promise<ChainResult> => {
  const before: RefusedBefore[] = [];
  const undeliverable: Refusal[] = [];
  let last: ChainResult = {
    outcome: 'refused',
    error: noTransport,
    undeliverable,
    transport: null,
    fallback: null,
  };
  for (const { name, send } of transports.map(guarded)) {
    const recipients = withoutRefused(mail.recipients, undeliverable);
    if (recipients.length === 0) break;
    if (last.transport !== null && last.outcome === 'refused') {
      before.push({ transport: last.transport, error: last.error });
    }
    const tried = { transport: name, fallback: before.length > 0 ? [...before] : null };
    trying(tried.transport, tried.fallback);
    const result = await send({ ...mail, recipients });
    if (result.outcome === 'unknown') return { ...result, ...tried };
    if (result.outcome === 'accepted') {
      return { ...result, refused: [...undeliverable, ...result.refused], ...tried };
    }
    undeliverable.push(...result.undeliverable);
    last = { ...result, undeliverable: [...undeliverable], ...tried };
  }
  return last;
};

/** A refusal is a value. A transport that throws has proved nothing, so the mail is not sent again. */
const guarded = (transport: MailTransport): MailTransport => ({
  name: transport.name,
  send: async (mail) => {
    try {
      return await transport.send(mail);
    } catch (error) {
      return { outcome: 'unknown', error: `Outcome unknown: ${messageOf(error)}` };
    }
  },
});

const withoutRefused = (recipients: readonly string[], refusals: readonly Refusal[]): string[] => {
  const refused = new Set(refusals.map(({ recipient }) => recipient));
  return recipients.filter((recipient) => !refused.has(recipient));
};
