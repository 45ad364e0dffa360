import type { CollectionAfterChangeHook, CollectionBeforeChangeHook, PayloadRequest } from 'payload';
import type { Principal } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { mostPerHour, takeAskedMail } from '../../core/http/rate-limit/allowance.ts';
import { enqueueAll } from '../../core/jobs/jobs.ts';
import { factOf, setFact } from '../../core/request/facts.ts';
import { canonicalAddress, isSameAddress } from '../../core/shared/addresses/notations.ts';
import { ApiError, validationFailed } from '../../core/shared/errors/errors.ts';
import { say } from '../../core/texts/say.ts';
import { emailChangeQueue } from './emailChangeMails.ts';
import { storeChange } from './emailChanges.ts';
import { findFault } from './newEmail.ts';

declare module '../../core/request/facts.ts' {
  interface RequestFacts {
    /** The address that the person who changes their account wants instead of theirs. Set and read by the hooks below. */
    wantedEmail: string;
  }
}

/**
 * Keeps the address of a person, of any role, who changes their own: an address counts as proof of who someone is. The
 * answer is the same whatever address was sent, so it tells no one who has an account.
 */
export const keepOwnEmail =
  (portal: PortalContext): CollectionBeforeChangeHook =>
  async ({ data, operation, originalDoc, req }) => {
    const principal = portal.principalOf(req.user);
    if (operation !== 'update' || !principal || String(principal.id) !== String(originalDoc?.id)) return data;
    const from = String(originalDoc.email);
    const wanted = await newEmailOf({ req, portal, principal, from }, data.email);
    setFact(req, 'wantedEmail', wanted ?? undefined);
    return { ...data, email: from };
  };

/**
 * Asks a person who changes their own address to confirm the new one, once the rest of the change is stored: it may be the
 * password.
 */
export const askOwnEmail =
  (portal: PortalContext): CollectionAfterChangeHook =>
  async ({ doc, req }) => {
    const principal = portal.principalOf(req.user);
    const to = factOf(req, 'wantedEmail');
    if (to === undefined || !principal || String(principal.id) !== String(doc.id)) return;
    setFact(req, 'wantedEmail', undefined);
    await askEmailChange({ req, portal, principal, from: String(doc.email) }, to);
  };

interface OwnChange {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly principal: Principal;
  /** The address that the user has. */
  readonly from: string;
}

/**
 * The address that a person wants instead of their own; null if they want no other.
 *
 * @throws {ApiError} `validation_failed` if they may not have it
 */
const newEmailOf = async (
  { req, portal, principal, from }: OwnChange,
  given: unknown,
): Promise<string | null> => {
  const address = typeof given === 'string' ? canonicalAddress(given.trim()) : '';
  if (isSameAddress(address, from)) return null;
  const verdict = await findFault(req.payload, portal, { address, principal });
  if (verdict !== true) throw validationFailed([{ path: 'email', message: verdict }]);
  return address;
};

/**
 * Mails a confirmation to the new address and a notice to the old one, in the request's transaction. The mail's job checks
 * whether another account has the address: neither the response nor its time reveals it.
 *
 * @throws {ApiError} `rate_limited` if the user asks too often
 */
const askEmailChange = async ({ req, portal, principal, from }: OwnChange, to: string): Promise<void> => {
  const { options } = portal;
  const isLimited = options.rateLimit.perMinute !== 0;
  if (isLimited && !(await takeAskedMail(req.payload, 'change', [String(principal.id)])))
    throw new ApiError('rate_limited', say('emailChanges:errors:tooOften', { most: mostPerHour }));
  const id = await storeChange(req, options.slugs, { userId: principal.id, email: to });
  if (id === null) return;
  const change = { id, userId: principal.id, from, to };
  const jobs = (['ask', 'tell'] as const).map((kind) => ({ data: { ...change, kind } }));
  await enqueueAll(req, emailChangeQueue, jobs);
};
