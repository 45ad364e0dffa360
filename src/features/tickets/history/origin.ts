import type { Field, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { factOf, setFact } from '../../../core/request/facts.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { textLabel } from '../../../core/texts/labels.ts';
import { ownWords } from '../gates.ts';
import type { Status } from '../vocabulary.ts';

/** The ways in which a ticket or a reply can come. */
export const sources = ['api', 'admin', 'email'] as const;

export type Source = (typeof sources)[number];

declare module '../../../core/request/facts.ts' {
  interface RequestFacts {
    origin: Origin;
  }
}

/**
 * The source recorded on everything that a request creates or changes, and the facts about it that the record itself does not
 * tell the hooks of tickets and replies.
 */
export interface Origin {
  readonly source: Source;
  /** The sender's address, if it came by mail. Set by mail in; stored with the new record. */
  readonly mailFrom?: string | null;
  /** All of the mail's text, with the history and the signature that the reply does not have. Set and stored likewise. */
  readonly mailText?: string | null;
  /** The key of the draft that a reply was sent from. Set by the page's Send (`submission.ts`); stored with the reply. */
  readonly answerKey?: string;
  /** The status that a reply changes. Set by the page's Send; the reply's mail tells it, so that the change causes none. */
  readonly alongWith?: Status;
  /**
   * `always` if a person made the ticket: on a page, by mail, or staff by phone; `seldom` for a mail that no member of the team
   * has seen: a program that does not say that it is one gets no second receipt. Set by who creates the ticket; read by
   * `announce.ts`.
   *
   * @default none: a program made it
   */
  readonly receipt?: 'always' | 'seldom';
  /** The ticket that is merged into the one that is changed. Set by the merge; its change, history and followers follow it. */
  readonly mergedFrom?: RecordId;
}

/**
 * Runs work of this origin. Its hooks read it; afterwards the request has the origin of before, which it would not if the origin were
 * given as the `context` of a call: the CMS merges that into the request for good.
 */
export const withOrigin = async <Result>(
  req: PayloadRequest,
  origin: Origin,
  work: () => Promise<Result>,
): Promise<Result> => {
  const before = factOf(req, 'origin');
  setFact(req, 'origin', origin);
  try {
    return await work();
  } finally {
    setFact(req, 'origin', before);
  }
};

/** The CMS's own REST and GraphQL serve its admin UI. Code of the app counts as the API. */
export const originOf = (req: PayloadRequest): Origin =>
  factOf(req, 'origin') ??
  (req.payloadAPI === 'local' ? { source: 'api' } : { source: 'admin', receipt: 'always' });

/** The source fields of a new ticket or reply. */
export const originFields = (req: PayloadRequest): Readonly<Record<string, unknown>> => {
  const { source, mailFrom = null, mailText = null } = originOf(req);
  return { source, mailFrom, mailText };
};

const byPortal = { create: () => false, update: () => false };

/** The source of a ticket or a reply, and the parts of a mail that its text leaves out. Only the portal writes them. */
export const buildOriginFields = (portal: PortalContext): Field[] => [
  {
    name: 'source',
    type: 'select',
    label: textLabel('collections:origin:source'),
    options: sources.map((value) => ({ value, label: textLabel(`collections:origin:sources:${value}`) })),
    access: byPortal,
    // The head of a ticket's page says it.
    admin: { hidden: true },
  },
  {
    name: 'mailFrom',
    type: 'text',
    label: textLabel('collections:origin:mailFrom'),
    access: byPortal,
    admin: { hidden: true, description: textLabel('collections:origin:mailFromDescription') },
  },
  {
    name: 'mailText',
    type: 'textarea',
    label: textLabel('collections:origin:mailText'),
    // The CMS's own check ends at 40 000 of JavaScript's code units.
    validate: () => true,
    access: { ...byPortal, read: ownWords(portal) },
    admin: { hidden: true, description: textLabel('collections:origin:mailTextDescription') },
  },
];
