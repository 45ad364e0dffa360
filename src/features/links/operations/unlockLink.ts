import { z } from 'zod';
import { inTransaction } from '../../../core/database/transaction.ts';
import { defineHolderOperation } from '../../../core/http/operation.ts';
import { takeAllowance } from '../../../core/http/rate-limit/allowance.ts';
import { enqueue } from '../../../core/jobs/jobs.ts';
import { ApiError, validationFailed } from '../../../core/shared/errors/errors.ts';
import { say } from '../../../core/texts/say.ts';
import { isWholeCode, networkOf, resendAfter } from '../../client-sessions/feature.ts';
import { recordActivity } from '../activity.ts';
import { assertUnlocked, type LinkHolder, linkErrors, linkHolders, linkStopped } from '../holders.ts';
import { linkMailQueue } from '../mails/mails.ts';
import { isErased } from '../recipients/recipients.ts';
import { noteOpened } from '../records/storedRecords.ts';
import { askForCode, codeTryLimits, countCodeMail, tryCode } from '../unlock/codes.ts';
import { lockOf, type Proof, unlockedCookie } from '../unlock/lock.ts';
import { isTypedPassword } from '../unlock/password.ts';
import { giveTryBack, mostWrong, stopLink, takeTry } from '../unlock/tries.ts';
import { linkPath } from './readLink.ts';

const note = ({ req, portal, link, record }: LinkHolder, kind: 'unlocked' | 'refused'): Promise<void> =>
  recordActivity(req, portal, {
    kind,
    recordType: link.kind,
    recordId: link.record_id,
    organization: record.organization,
    link,
    isByHolder: true,
  });

/** Stops a link, in a transaction. Its creator gets a mail. */
const stop = async ({ req, link }: LinkHolder): Promise<void> => {
  if (await stopLink(req, link.id)) await enqueue(req, linkMailQueue, { about: 'stopped', link: link.id });
};

/** Records a wrong password. The twentieth stops the link. */
const refuse = (holder: LinkHolder, wrong: number): Promise<void> =>
  inTransaction(holder.req, async () => {
    await note(holder, 'refused');
    if (wrong >= mostWrong) await stop(holder);
  });

/** @throws {ApiError} `validation_failed`, `rate_limited`, `link_expired` */
const provePassword = async (holder: LinkHolder, password: string): Promise<void> => {
  const { req, link, record } = holder;
  const problem = (message: ReturnType<typeof say>) => validationFailed([{ path: 'password', message }]);
  if (record.passwordHash === null) throw problem(say('links:errors:noPassword'));
  const wrong = await takeTry(req, link.id);
  if (wrong === null) {
    await inTransaction(req, () => stop(holder));
    throw linkStopped();
  }
  if (await isTypedPassword(password, record.passwordHash)) return giveTryBack(req, link.id);
  await refuse(holder, wrong);
  throw problem(say('links:errors:wrongPassword'));
};

/** @throws {ApiError} `forbidden` before the password; `invalid_code`, `link_expired`, `rate_limited` */
const proveCode = async (holder: LinkHolder, code: string, minutes: number): Promise<void> => {
  const { req, link, lock, record } = holder;
  // A caller without the password must not consume the code's tries.
  if (record.access === 'code' && lock === 'password') assertUnlocked(holder);
  // A mistyped code is no guess, and costs no try.
  if (!isWholeCode(code)) throw validationFailed([{ path: 'code', message: say('signIn:errors:codeForm') }]);
  if (record.access !== 'code')
    throw validationFailed([{ path: 'code', message: say('links:errors:noCode') }]);
  await takeAllowance(req, codeTryLimits(networkOf(req.headers)));
  const result = await tryCode(req, { link: link.id, code, minutes });
  if (result.kind === 'right') return;
  await note(holder, 'refused');
  throw new ApiError('invalid_code', say('links:errors:wrongCode'), {
    members: { attempts_left: result.kind === 'wrong' ? result.left : 0 },
  });
};

export const unlockLink = defineHolderOperation({
  name: 'unlock_link',
  summary: 'Unlocks a link for this browser, for two hours: by its password, or by the code that was mailed.',
  description:
    'Five wrong passwords of one network within 15 minutes pause the link for it, and twenty stop it for everyone.',
  method: 'POST',
  path: `${linkPath}/unlock`,
  who: linkHolders,
  input: z
    .strictObject({
      password: z.string().min(1, 'Enter the password.').max(128, 'Enter at most 128 characters.').optional(),
      code: z
        .string()
        .min(1, 'Enter the code from the mail.')
        .max(50, 'Enter the code from the mail.')
        .optional()
        .describe('Eight digits; blanks and hyphens do not count.'),
    })
    .refine(
      ({ password, code }) => (password === undefined) !== (code === undefined),
      'Send either password or code.',
    ),
  response: { output: z.null(), status: 204, headers: ['Set-Cookie'] },
  errors: [...linkErrors, 'invalid_code'],
  async run({ password, code }, { holder, portal, req }) {
    const { link, record } = holder;
    const proof: Proof = password === undefined ? 'code' : 'password';
    if (password !== undefined) await provePassword(holder, password);
    else await proveCode(holder, code ?? '', portal.options.clients.signInMinutes);
    await note(holder, 'unlocked');
    const proofs = [...holder.proofs, proof];
    if (lockOf(record, { proofs, isRecipient: false }) === null) await noteOpened(holder);
    return { output: null, cookies: [unlockedCookie({ req, link, record }, proofs)] };
  },
});

export const askForLinkCode = defineHolderOperation({
  name: 'ask_for_link_code',
  summary: 'Mails a code to the recipient of a link. The previous code becomes invalid.',
  method: 'POST',
  path: `${linkPath}/code`,
  who: linkHolders,
  body: { isOptional: true },
  input: z.strictObject({}),
  response: {
    output: z.strictObject({
      resend_after: z.int().describe('Seconds after which another mail can be asked for.'),
    }),
    status: 202,
  },
  errors: [...linkErrors, 'conflict'],
  async run(_input, { holder, req }) {
    const { link, lock, record } = holder;
    // A password comes before the code.
    if (record.access === 'code' && lock === 'password') assertUnlocked(holder);
    if (lock !== 'code') throw new ApiError('conflict', say('links:errors:noCode'));
    if (link.email !== null && isErased({ email: link.email }))
      throw new ApiError('conflict', say('links:errors:erased'));
    await countCodeMail(req, link.id, networkOf(req.headers));
    await inTransaction(req, async () => {
      await askForCode(req, link.id);
      await enqueue(req, linkMailQueue, { about: 'code', link: link.id });
    });
    return { output: { resend_after: resendAfter } };
  },
});
