import type { PayloadRequest } from 'payload';
import type { Principal } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { mostPerHour, takeAskedMail } from '../../core/http/rate-limit/allowance.ts';
import { enqueueAll } from '../../core/jobs/jobs.ts';
import { ApiError, validationFailed } from '../../core/shared/errors/errors.ts';
import { foldAddress } from '../../core/shared/text/text.ts';
import { say } from '../../core/texts/say.ts';
import { emailChangeQueue } from './emailChangeMails.ts';
import { storeChange } from './emailChanges.ts';
import { findFault } from './newEmail.ts';

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
export const newEmailOf = async (
  { req, portal, principal, from }: OwnChange,
  given: unknown,
): Promise<string | null> => {
  const address = typeof given === 'string' ? foldAddress(given.trim()) : '';
  if (address === foldAddress(from)) return null;
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
export const askEmailChange = async (
  { req, portal, principal, from }: OwnChange,
  to: string,
): Promise<void> => {
  const { options } = portal;
  const isLimited = options.rateLimit.perMinute !== 0;
  if (isLimited && !(await takeAskedMail(req.payload, 'change', String(principal.id))))
    throw new ApiError('rate_limited', say('emailChanges:errors:tooOften', { most: mostPerHour }));
  const id = await storeChange(req, options.slugs, { userId: principal.id, email: to });
  if (id === null) return;
  const change = { id, userId: principal.id, from, to };
  const jobs = (['ask', 'tell'] as const).map((kind) => ({ data: { ...change, kind } }));
  await enqueueAll(req, emailChangeQueue, jobs);
};
