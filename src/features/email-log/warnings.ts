import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import type { Warning } from '../../core/ports/warning.ts';
import { prepareEmailLog } from './prepare.ts';
import { lastFailure, newestOutcomes } from './reading/statistics.ts';

/** The number of newest mails that tell whether mails fail. */
const watchedMails = 10;

type Outcomes = readonly ('sent' | 'failed')[];

/** Warns while most of the newest mails fail. */
export const findLogWarnings = async (
  payload: Payload,
  { options }: PortalContext,
): Promise<readonly Warning[]> => {
  const { emailLog } = options.slugs;
  await prepareEmailLog(payload, options);
  const [outcomes, failure] = await Promise.all([
    newestOutcomes(payload, emailLog, watchedMails),
    lastFailure(payload, emailLog),
  ]);
  if (!isFailing(outcomes)) return [];
  return [
    {
      name: 'mails fail',
      tone: 'error',
      lead: 'dashboard:alert:failing',
      words: 'dashboard:alert:howMany',
      values: { failed: countFailed(outcomes), total: outcomes.length, error: failure?.error ?? null },
      link: { path: `/collections/${emailLog}?status=failed`, label: 'dashboard:alert:seeFailed' },
    },
  ];
};

/** Mail is failing if the newest mail and at least half of all failed. */
export const isFailing = (outcomes: Outcomes): boolean =>
  outcomes[0] === 'failed' && 2 * countFailed(outcomes) >= outcomes.length;

const countFailed = (outcomes: Outcomes): number => outcomes.filter((status) => status === 'failed').length;
