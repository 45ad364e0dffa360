import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { takeAllowance } from '../../../core/http/rate-limit/allowance.ts';
import { enqueue } from '../../../core/jobs/jobs.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { say } from '../../../core/texts/say.ts';
import type { Person } from '../../people/feature.ts';
import { hashOfToken, makeToken, readCookie } from '../cookies.ts';
import {
  type AttemptSecret,
  endAttempt,
  findByLink,
  nextOf,
  storeAttempt,
  type TriedAttempt,
  takeTry,
} from './attempts.ts';
import { isCode, mostTries, typedCode } from './code.ts';
import { knownBrowser, networkOf } from './knownBrowser.ts';
import { mailLimits, verifyLimits } from './limits.ts';
import { signInQueue } from './mails.ts';
import { admitByAddress } from './person.ts';

/** Seconds after which a worker looks for the address. */
const secondsBeforeLookup = 1;

/**
 * Begins a sign-in in a browser. Its effects, and the time that it takes, are the same for every address.
 *
 * @param email in its canonical form
 * @returns the secret for the cookie of the attempt
 * @throws {ApiError} `rate_limited`
 */
export const beginSignIn = async (
  req: PayloadRequest,
  { email, next }: { readonly email: string; readonly next: string | null },
): Promise<string> => {
  const network = networkOf(req.headers);
  await takeAllowance(req, mailLimits({ email, network, browser: knownBrowser(req, email) }));
  const token = makeToken();
  const former = readCookie(req, 'attempt');
  await inTransaction(req, async () => {
    const attempt = await storeAttempt(req, {
      email,
      next,
      language: req.i18n.language,
      cookieHash: hashOfToken(token),
      formerHash: former === null ? null : hashOfToken(former),
    });
    // The lookup of the address would take time from the response, more for some addresses than for others.
    await enqueue(req, signInQueue, { attempt }, { afterSeconds: secondsBeforeLookup });
  });
  return token;
};

/** Proof of an address: a code, a link, or both. */
interface Proof {
  readonly code?: string | undefined;
  readonly link?: string | undefined;
}

interface SignedIn {
  readonly person: Person;
  readonly email: string;
  readonly next: string | null;
}

/**
 * Completes a sign-in. The attempt is over, even if another request tries it at the same moment; if its session cannot
 * begin, it is not.
 *
 * @param begin begins the session, in the transaction that ends the attempt
 * @throws {ApiError} `link_expired`, `code_needed`, `invalid_code`, `rate_limited`
 */
export const completeSignIn = async <Session>(
  req: PayloadRequest,
  portal: PortalContext,
  proof: Proof,
  begin: (signedIn: SignedIn) => Promise<Session>,
): Promise<SignedIn & { readonly begun: Session }> => {
  await takeAllowance(req, verifyLimits({ network: networkOf(req.headers) }));
  const attempt = await provenAttempt(req, portal, proof);
  return inTransaction(req, async () => {
    const person = (await endAttempt(req, attempt.id))
      ? await admitByAddress(req, portal, attempt.email)
      : null;
    if (!person) throw expired();
    const signedIn = { person, email: attempt.email, next: nextOf(req.payload, attempt) };
    return { ...signedIn, begun: await begin(signedIn) };
  });
};

const expired = () => new ApiError('link_expired', say('signIn:errors:expired'));

const provenAttempt = async (
  req: PayloadRequest,
  portal: PortalContext,
  { code, link }: Proof,
): Promise<TriedAttempt> => {
  const cookie = readCookie(req, 'attempt');
  const cookieHash = cookie === null ? null : hashOfToken(cookie);
  const minutes = portal.options.clients.signInMinutes;
  if (link !== undefined && code === undefined) {
    const attempt = await findByLink(req, hashOfToken(link), minutes);
    if (!attempt?.isFresh) throw expired();
    // A program that follows links is not the browser that asked.
    if (attempt.cookieHash !== cookieHash) throw new ApiError('code_needed', say('signIn:errors:codeNeeded'));
    return attempt;
  }
  const secret: AttemptSecret | null =
    link !== undefined ? { linkHash: hashOfToken(link) } : cookieHash !== null ? { cookieHash } : null;
  const attempt = secret && (await takeTry(req, secret, minutes));
  if (!attempt) throw expired();
  const given = { attempt: attempt.id, code: typedCode(code ?? ''), secret: req.payload.secret };
  // An expired code is answered like a wrong one.
  if (!isCode(given, attempt.codeHash) || !attempt.isFresh)
    throw new ApiError('invalid_code', say('signIn:errors:invalidCode'), {
      members: { attempts_left: mostTries - attempt.tries },
    });
  return attempt;
};
