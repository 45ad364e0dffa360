import { setServers } from 'node:dns';
import { authenticate, type Judgement, judge } from '../authentication/authenticate.ts';
import { readBounce } from '../bounce/readBounce.ts';
import { addressOf } from '../message/header/author.ts';
import { readHeaders } from '../message/readHeaders.ts';
import { readMessage } from '../message/readMessage.ts';
import { identityOf } from '../storage/identity.ts';
import { viewOf } from './viewOf.ts';

interface Raw {
  /** The raw message. */
  readonly bytes: Uint8Array;
}

/**
 * All code that reads the bytes of a message. It runs in a thread of its own, so its arguments and results are plain data.
 */
export const works = {
  /** The digest of a message, and its header. */
  identify: async ({ bytes }: Raw) => ({ digest: identityOf(bytes), headers: await readHeaders(bytes) }),

  /** A message, the trusted server's judgement of it and, if it is one, the bounce; the bytes are handed back. */
  async read({ bytes, envelopeSender, trustedAuthservId }: Received) {
    const message = await readMessage(bytes, envelopeSender);
    const from = addressOf(message.author);
    const { serverResults } = message;
    const judgement: Judgement =
      from === null ? 'none' : judge({ bytes, from, serverResults, trustedAuthservId });
    return { message, judgement, bounce: readBounce(message), bytes };
  },

  /** The message as a page of HTML. */
  view: ({ bytes }: Raw) => viewOf(bytes),

  /** @throws if DNS did not respond */
  authenticate({ dnsServers, ...unproven }: Unproven) {
    setServers(dnsServers);
    return authenticate(unproven);
  },
} as const;

interface Received extends Raw {
  /** The sender of the SMTP connection, `''` for the empty one; null if it is not known. */
  readonly envelopeSender: string | null;
  /** The server whose verdict counts for this way in. */
  readonly trustedAuthservId: string | null;
}

type Unproven = Parameters<typeof authenticate>[0] & {
  /** The DNS servers of the process: changes that it makes later do not reach its threads. */
  readonly dnsServers: readonly string[];
};

export type Works = typeof works;
export type Kind = keyof Works;
export type Input<K extends Kind> = Parameters<Works[K]>[0];
export type Output<K extends Kind> = Awaited<ReturnType<Works[K]>>;
