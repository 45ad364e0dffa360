import type { PayloadRequest } from 'payload';
import { isClient } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { assertDatabaseAnswers } from '../../core/database/assertPostgres.ts';
import { assertOwnOrigin } from '../../core/http/credentials.ts';
import type { Holders } from '../../core/http/operation.ts';
import type { OpenContext } from '../../core/http/operationContext.ts';
import type { UploadCredential } from '../../core/ports/upload.ts';
import { isSameAddress } from '../../core/shared/addresses/notations.ts';
import { ApiError, notFound } from '../../core/shared/errors/errors.ts';
import { say } from '../../core/texts/say.ts';
import { clientSession } from '../client-sessions/feature.ts';
import { findPeople } from '../people/feature.ts';
import { kindsOf } from './kinds.ts';
import type { AtLink, LinkedRecord, LinkKind } from './linkKind.ts';
import { findLink, findLinkById, type StoredLink } from './storedLinks.ts';
import { type Lock, lockOf, markOfPassword, type Proof, proofsOf } from './unlock/lock.ts';

/** The holder of a link that leads to its record. */
export interface LinkHolder extends AtLink {
  readonly kind: LinkKind;
  readonly proofs: readonly Proof[];
  /** It is null once this browser has proven all that the link asks for. */
  readonly lock: Lock | null;
}

/** The error for a link that leads nowhere any more. */
const linkOver = (): ApiError => new ApiError('link_expired', say('links:errors:over'));

/** The error for a link that wrong passwords have stopped. */
export const linkStopped = (): ApiError => new ApiError('link_expired', say('links:errors:stopped'));

const linkForm = /^spl_[\dA-Za-z]{43}$/;

/** A link with the record that it leads to, or led to. */
interface Linked extends Pick<LinkHolder, 'kind' | 'link' | 'record'> {
  /** The refusal of a link that leads nowhere any more; null for one that does. */
  readonly ended: ApiError | null;
}

/** The record of a link; null for a link that never led to one, or whose record is gone. */
const linkedOf = async (
  req: PayloadRequest,
  portal: PortalContext,
  link: StoredLink | null,
): Promise<Linked | null> => {
  const kind = link && kindsOf(portal).find((one) => one.kind === link.kind);
  const record = kind ? await kind.read(req, portal, link.record_id) : null;
  if (!link || !kind || !record || record.state === 'absent') return null;
  return { link, kind, record, ended: endOf(link, record) };
};

const endOf = (link: StoredLink, record: LinkedRecord): ApiError | null => {
  if (link.revoked_at !== null || record.state === 'over') return linkOver();
  return link.stopped_at === null ? null : linkStopped();
};

/**
 * Finds the holder of a link by its secret.
 *
 * @throws {ApiError} `not_found`; `forbidden` for a request of another site
 */
const findHolder = async (
  { countStranger, payload, portal, req }: OpenContext,
  token: string,
): Promise<LinkHolder & Pick<Linked, 'ended'>> => {
  await assertDatabaseAnswers(payload);
  // A program that holds the link sends no cookies, and no other site can have it send any.
  if (req.headers.has('Origin') || req.headers.has('Cookie')) assertOwnOrigin(req);
  const linked = await linkedOf(req, portal, linkForm.test(token) ? await findLink(req, token) : null);
  if (!linked) {
    countStranger();
    throw notFound();
  }
  const { link, record } = linked;
  const proofs = proofsOf({ req, link, record });
  const isRecipient = record.access === 'account' && (await isRecipientSignedIn({ req, portal, link }));
  return { req, portal, ...linked, proofs, lock: lockOf(record, { proofs, isRecipient }) };
};

const admit = async (context: OpenContext): Promise<LinkHolder> => {
  const { ended, ...holder } = await findHolder(context, context.params.link ?? '');
  // A link has no user whose requests could count, so the address of its holder counts.
  context.countStranger();
  if (ended) throw ended;
  return holder;
};

/** A link as something that it began keeps it: ids, and nothing secret. */
export interface KeptLink {
  readonly link: string;
  /** Stands for the password that the link asked for then; null if it asked for none. */
  readonly passwordMark: string | null;
}

export const keepLink = ({ req, link, record }: LinkHolder): KeptLink => ({
  link: link.id,
  passwordMark: record.passwordHash === null ? null : markOfPassword({ req, link, record }),
});

/**
 * Finds a link again that was unlocked when it was kept.
 *
 * @throws {ApiError} `not_found`, `link_expired`; `forbidden` if it asks for another password by now, or for the account of
 * a person who no longer has one
 */
export const findKept = async (
  req: PayloadRequest,
  portal: PortalContext,
  { link: id, passwordMark }: KeptLink,
): Promise<AtLink> => {
  const { link, record } = await findLinked(req, portal, id);
  const isSame = record.passwordHash === null || markOfPassword({ req, link, record }) === passwordMark;
  const isOpen = record.access !== 'account' || (await hasAccount(req, portal, link));
  if (!isSame || !isOpen) throw lockedError();
  return { req, portal, link, record };
};

/** Finds what a link leads to, or led to. @throws {ApiError} `not_found`, `link_expired` */
export const findLinked = async (
  req: PayloadRequest,
  portal: PortalContext,
  id: string,
): Promise<Omit<Linked, 'ended'>> => {
  const linked = await linkedOf(req, portal, await findLinkById(req, id));
  if (!linked) throw notFound();
  if (linked.ended) throw linked.ended;
  return linked;
};

const hasAccount = async (
  req: PayloadRequest,
  portal: PortalContext,
  { email }: StoredLink,
): Promise<boolean> =>
  email !== null && (await findPeople(req, portal, email)).some(({ principal }) => isClient(principal));

const isRecipientSignedIn = async ({
  req,
  portal,
  link,
}: Pick<AtLink, 'req' | 'portal'> & { readonly link: StoredLink }): Promise<boolean> => {
  const user = link.email === null ? null : await clientSession.findUser(req, portal);
  return user !== null && link.email !== null && isSameAddress(String(user.email), link.email);
};

/** The subject of the turns: all requests by one link wait for each other. */
export const turnOfLink = ({ link }: { readonly link: Pick<StoredLink, 'id'> }): string => `link ${link.id}`;

/** Everyone who holds a link. For the operations at it, of any feature. */
export const linkHolders: Holders<LinkHolder> = {
  admit,
  turnOf: turnOfLink,
  schemes: [],
  description:
    'The link itself is the credential, and for a link that asks for more, the cookie of `unlock`; `Origin`, if a browser sends it, must be the portal’s own. 404 for no link, 410 for one that has ended.',
};

/** The errors of every operation at a link. */
export const linkErrors = ['not_found', 'forbidden', 'link_expired', 'rate_limited'] as const;

/** @throws {ApiError} `forbidden` for a link that is locked for this browser */
export const assertUnlocked = ({ lock }: LinkHolder): void => {
  if (lock !== null) throw lockedError();
};

const lockedError = (): ApiError => new ApiError('forbidden', say('links:errors:locked'));

/** The secret of a link as a Bearer token; null without one. */
const linkIn = (headers: Headers): string | null =>
  /^Bearer +(spl_\S*) *$/i.exec(headers.get('Authorization') ?? '')?.[1] ?? null;

/** A link, as the credential of large uploads. It must be unlocked when an upload begins. */
export const linkCredential: UploadCredential = {
  scheme: 'link',
  async admit(context) {
    const token = context.portal.options.clients.disabled ? null : linkIn(context.req.headers);
    if (token === null) return null;
    const { ended, ...holder } = await findHolder(context, token);
    return { id: `link:${holder.link.id}`, value: holder, ended };
  },
};

/** The holder of a link who uploads; null for anyone else. */
export const linkHolderIn = (holder: unknown): LinkHolder | null =>
  typeof holder === 'object' && holder !== null && 'link' in holder ? (holder as LinkHolder) : null;
