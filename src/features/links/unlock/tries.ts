import type { PayloadRequest } from 'payload';
import { runStatement } from '../../../core/database/statement.ts';
import { giveAllowanceBack, type Limit, takeAllowance } from '../../../core/http/rate-limit/allowance.ts';
import { rateLimited } from '../../../core/shared/errors/errors.ts';
import { networkOf } from '../../client-sessions/feature.ts';

/** Wrong passwords after which a link is stopped for good. */
export const mostWrong = 20;

/** Wrong passwords of one network at one link within 15 minutes. */
const limitsOf = (req: PayloadRequest, link: string): readonly Limit[] => [
  { subject: `link-password ${link} ${networkOf(req.headers)}`, most: 5, seconds: 15 * 60 },
];

/** Seconds after which a try without a result has none any more: the process that checked it was killed. */
const longestTry = 60;

/**
 * Takes one of the tries of a link before the password is checked, so that concurrent requests cannot exceed the limit.
 *
 * @returns the number of tries that were wrong, or are under way; null if all were taken, and no result is to come
 * @throws {ApiError} `rate_limited`
 */
export const takeTry = async (req: PayloadRequest, link: string): Promise<number | null> => {
  await takeAllowance(req, limitsOf(req, link));
  const { rows } = await runStatement<{ wrong: number }>(
    req,
    `update support_portal.links set wrong = wrong + 1, tried_at = now()
     where id = $1::uuid and wrong < ${mostWrong} returning wrong`,
    [link],
  );
  if (rows[0]) return rows[0].wrong;
  const { rowCount } = await runStatement(
    req,
    `select from support_portal.links where id = $1::uuid and wrong >= ${mostWrong}
       and coalesce(tried_at, '-infinity') < now() - interval '${longestTry} seconds'`,
    [link],
  );
  if (rowCount === 1) return null;
  // Other tries are under way, and their results decide.
  throw rateLimited(1);
};

/** Takes back the try of a right password. */
export const giveTryBack = async (req: PayloadRequest, link: string): Promise<void> => {
  await giveAllowanceBack(req, limitsOf(req, link));
  await runStatement(
    req,
    'update support_portal.links set wrong = wrong - 1 where id = $1::uuid and wrong > 0',
    [link],
  );
};

/** Stops a link. @returns false if it was stopped before */
export const stopLink = async (req: PayloadRequest, link: string): Promise<boolean> => {
  const { rows } = await runStatement(
    req,
    'update support_portal.links set stopped_at = now() where id = $1::uuid and stopped_at is null returning id',
    [link],
  );
  return rows.length > 0;
};
