import type { Payload, PayloadRequest } from 'payload';
import { portalPool } from '../../../core/database/pool.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { type Limit, takeAllowance } from '../../../core/http/rate-limit/allowance.ts';
import { isClaimedSql, type JobClaim } from '../../../core/jobs/jobs.ts';
import { hashOfCode, isCode, mostTries, typedCode } from '../../client-sessions/feature.ts';

/** Minutes after which a code that was asked for is over, whenever its mail left. */
const longestMinutes = 40;

const hour = 3_600;

/** Code mails have the limits of sign-in mails. */
const codeMailLimits = (link: string, network: string | null): readonly Limit[] => [
  { subject: `link-code-pause ${link} ${network}`, most: 1, seconds: 30 },
  { subject: `link-code-caller ${link} ${network}`, most: 5, seconds: hour },
  { subject: `link-code ${link}`, most: 20, seconds: hour },
  ...(network === null ? [] : [{ subject: `network ${network}`, most: 30, seconds: hour }]),
];

/** The limit of tries of one network. */
export const codeTryLimits = (network: string | null): readonly Limit[] =>
  network === null ? [] : [{ subject: `verify ${network}`, most: 60, seconds: hour }];

/** Begins anew: the code that was mailed before is over. */
export const askForCode = async (req: PayloadRequest, link: string): Promise<void> => {
  await runStatement(
    req,
    `insert into support_portal.link_codes (link_id) values ($1::uuid)
     on conflict (link_id) do update set code_hash = null, tries = 0, asked_at = now(), sent_at = null`,
    [link],
  );
};

interface MailedCode {
  readonly link: string;
  readonly code: string;
  readonly job: JobClaim;
}

/**
 * Stores the code of a mail. Its clock starts now, for the mail may arrive although no transport is known to have accepted
 * it. A worker that was too slow for its job changes nothing.
 */
export const giveCode = async (payload: Payload, { link, code, job }: MailedCode): Promise<boolean> => {
  const { rowCount } = await portalPool(payload).query(
    `update support_portal.link_codes set code_hash = $1, sent_at = now() where link_id = $2
     and ${isClaimedSql('$3', '$4')}`,
    [hashOfCode({ attempt: link, code, secret: payload.secret }), link, job.id, job.claims],
  );
  return rowCount === 1;
};

/** Starts the clock of a code anew: a transport has accepted its mail. */
export const noteCodeSent = async (payload: Payload, link: string): Promise<void> => {
  await portalPool(payload).query('update support_portal.link_codes set sent_at = now() where link_id = $1', [
    link,
  ]);
};

type CodeResult =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly left: number }
  /** No code was asked for, or its tries are used up. */
  | { readonly kind: 'over' };

/**
 * Tries a code, at the cost of one of its five tries. A right one is over.
 *
 * @param minutes the time for which a code is valid, from its mail's hand-over
 */
export const tryCode = async (
  req: PayloadRequest,
  { link, code, minutes }: { readonly link: string; readonly code: string; readonly minutes: number },
): Promise<CodeResult> => {
  const { rows } = await runStatement<{ code_hash: string | null; tries: number; is_fresh: boolean }>(
    req,
    `update support_portal.link_codes set tries = tries + 1
     where link_id = $1::uuid and tries < ${mostTries} and asked_at > now() - interval '${longestMinutes} minutes'
     returning code_hash, tries, (sent_at is null or sent_at > now() - interval '${minutes} minutes') as is_fresh`,
    [link],
  );
  const [row] = rows;
  if (!row) return { kind: 'over' };
  const given = { attempt: link, code: typedCode(code), secret: req.payload.secret };
  if (!isCode(given, row.code_hash) || !row.is_fresh) return { kind: 'wrong', left: mostTries - row.tries };
  const { rows: ended } = await runStatement(
    req,
    'delete from support_portal.link_codes where link_id = $1::uuid and code_hash = $2 returning link_id',
    [link, row.code_hash],
  );
  // If two requests send the right code, only one succeeds.
  return ended.length > 0 ? { kind: 'right' } : { kind: 'over' };
};

/** Forgets codes that are over. */
export const pruneCodes = async (payload: Payload): Promise<void> => {
  await portalPool(payload).query(
    `delete from support_portal.link_codes where asked_at < now() - interval '${longestMinutes} minutes'`,
  );
};

/** Counts a mail with a code. @throws {ApiError} `rate_limited` */
export const countCodeMail = (req: PayloadRequest, link: string, network: string | null): Promise<void> =>
  takeAllowance(req, codeMailLimits(link, network));
