import type { PayloadRequest } from 'payload';
import type { RecordId } from '../../core/shared/ids.ts';
import type { Status } from './vocabulary.ts';

/** The ways in which a ticket or a reply can come. */
export const sources = ['api', 'admin', 'email'] as const;

export type Source = (typeof sources)[number];

/** The source recorded on everything that this request creates. No client can send it. */
export interface Origin {
  readonly source: Source;
  /** The sender's address, if it came by mail. */
  readonly mailFrom?: string | null;
  /** All of the mail's text, with the history and the signature that the reply does not have. */
  readonly mailText?: string | null;
  /** True if it counts as a client's, though no user of the portal wrote it. */
  readonly isOutsider?: boolean;
  /** The status that the reply changes, which its mail tells. */
  readonly alongWith?: Status;
  /** True if no mail reports it. */
  readonly isQuiet?: boolean;
  /** The ticket that is merged into the one that is changed. */
  readonly mergedFrom?: RecordId;
}

const key = Symbol.for('payload-support-portal.origin');

type Marked = PayloadRequest & { [key]?: Origin };

export const noteOrigin = (req: Marked, origin: Origin): void => {
  req[key] = origin;
};

/** The CMS's own REST and GraphQL serve its admin UI. Code of the app counts as the API. */
export const originOf = (req: Marked): Origin =>
  req[key] ?? { source: req.payloadAPI === 'local' ? 'api' : 'admin' };

/** The source fields of a new ticket or reply. */
export const originFields = (req: PayloadRequest): Readonly<Record<string, unknown>> => {
  const { source, mailFrom = null, mailText = null } = originOf(req);
  return { source, mailFrom, mailText };
};
