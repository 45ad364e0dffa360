import type { PayloadRequest } from 'payload';
import type { RecordId } from '../../../core/shared/ids.ts';
import type { Status } from '../vocabulary.ts';

/** The ways in which a ticket or a reply can come. */
export const sources = ['api', 'admin', 'email'] as const;

export type Source = (typeof sources)[number];

/** The source recorded on everything that a request creates or changes, and the data that its hooks need. */
export interface Origin {
  readonly source: Source;
  /** The sender's address, if it came by mail. */
  readonly mailFrom?: string | null;
  /** All of the mail's text, with the history and the signature that the reply does not have. */
  readonly mailText?: string | null;
  /** True if it counts as a client's, though no user of the portal wrote it. */
  readonly isOutsider?: boolean;
  /** The key of the draft that a reply was sent from. */
  readonly answerKey?: string;
  /** The status that the reply changes, which its mail tells. */
  readonly alongWith?: Status;
  /** True if no mail reports it. */
  readonly isQuiet?: boolean;
  /**
   * `always` if a person made the ticket: on a page, by mail, or staff by phone; `seldom` for a mail that no member of the team
   * has seen: a program that does not say that it is one gets no second receipt.
   *
   * @default none: a program made it
   */
  readonly receipt?: 'always' | 'seldom';
  /** True if it makes the colleagues whom a client copied followers, even if the client is not the requester. */
  readonly copiesColleagues?: boolean;
  /** The ticket that is merged into the one that is changed. */
  readonly mergedFrom?: RecordId;
}

/** The place in the request's `context`, which the CMS hands to hooks and no client can write. */
const key = 'payload-support-portal.origin';

/**
 * Runs work of this origin. Its hooks read it; afterwards the request has the origin of before, which it would not if the origin were
 * given as the `context` of a call: the CMS merges that into the request for good.
 */
export const withOrigin = async <Result>(
  req: PayloadRequest,
  origin: Origin,
  work: () => Promise<Result>,
): Promise<Result> => {
  const before = req.context[key];
  req.context[key] = origin;
  try {
    return await work();
  } finally {
    req.context[key] = before;
  }
};

/** The CMS's own REST and GraphQL serve its admin UI. Code of the app counts as the API. */
export const originOf = ({ context, payloadAPI }: PayloadRequest): Origin =>
  (context[key] as Origin | undefined) ??
  (payloadAPI === 'local' ? { source: 'api' } : { source: 'admin', receipt: 'always' });

/** The source fields of a new ticket or reply. */
export const originFields = (req: PayloadRequest): Readonly<Record<string, unknown>> => {
  const { source, mailFrom = null, mailText = null } = originOf(req);
  return { source, mailFrom, mailText };
};
