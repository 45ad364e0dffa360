import { createLocalReq, type Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import type { Job, Queue } from '../../../core/jobs/jobs.ts';
import { adminLink } from '../../../core/request/publicOrigin.ts';
import { textsIn } from '../../../core/texts/appTexts.ts';
import type { TranslateText } from '../../../core/texts/text.ts';
import { type MailParts, sendTextParts } from '../../mail/feature.ts';
import { languageOf } from '../../people/feature.ts';
import { hashOfToken, makeLinkToken } from '../cookies.ts';
import { clientPageLink } from '../pagePath.ts';
import { type Attempt, findAttempt, giveSecrets, noteSent } from './attempts.ts';
import { hashOfCode, inGroups, makeCode } from './code.ts';
import { type Found, findByAddress } from './person.ts';

/** The mail of an attempt. Its code and link are made with the mail, for a job holds no secret. */
interface SignInMail {
  readonly attempt: string;
}

/** The lease is as long as that of the notices of tickets. */
export const signInQueue: Queue<SignInMail> = { name: 'sign-in', leaseSeconds: 50 };

/**
 * Sends the mail of an attempt, if its address is that of a person who may sign in. A worker does this, so that the response
 * to the request says nothing about the address.
 */
export const sendSignInMail = async (
  payload: Payload,
  portal: PortalContext,
  job: Job<SignInMail>,
): Promise<void> => {
  const attempt = await findAttempt(payload, job.data.attempt);
  if (!attempt) return;
  const found = await findByAddress(await createLocalReq({}, payload), portal, attempt.email);
  const person = found.kind === 'client' ? found.person : null;
  const t = await textsIn(payload, languageOf(person) ?? attempt.language);
  const text = await textFor({ payload, portal, job, attempt, found, t });
  if (!text) return;
  const user = person?.user.id ?? null;
  const hasLeft = await sendTextParts(
    payload,
    { to: addressOf(found) ?? attempt.email, type: 'magic_link', ...text },
    { relatedTo: user === null ? null : { type: 'user', id: user }, user, job },
  );
  if (hasLeft) await noteSent(payload, attempt.id);
};

/** The address of the account, which may be stored in the other notation; null for a person who has none yet. */
const addressOf = (found: Found): string | null =>
  'person' in found ? String(found.person.user.email) : null;

interface Composing {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly job: Job<SignInMail>;
  readonly attempt: Attempt;
  readonly found: Found;
  readonly t: TranslateText;
}

type Text = Pick<MailParts, 'subject' | 'paragraphs'>;

/** Returns null for a stranger, who gets no mail, and if the mail is another worker's. */
const textFor = async ({ payload, portal, job, attempt, found, t }: Composing): Promise<Text | null> => {
  if (found.kind === 'stranger') return null;
  if (found.kind === 'team') return teamText(payload, t);
  const code = makeCode();
  const link = makeLinkToken();
  const { secret } = payload;
  const isOurs = await giveSecrets(payload, {
    id: attempt.id,
    codeHash: hashOfCode({ attempt: attempt.id, code, secret }),
    linkHash: hashOfToken(link),
    job: { id: job.id, claims: job.claims },
  });
  if (!isOurs) return null;
  const { signInMinutes: minutes } = portal.options.clients;
  const page = clientPageLink(payload, portal, `/sign-in/${link}`);
  return {
    subject: t('signIn:mail:subject'),
    paragraphs: [
      t('signIn:mail:code', { code: inGroups(code) }),
      page === null ? null : t('signIn:mail:link'),
      page,
      t('signIn:mail:valid', { minutes }),
      t('signIn:mail:unexpected'),
    ],
  };
};

const teamText = (payload: Payload, t: TranslateText): Text => {
  const link = adminLink(payload, '');
  return {
    subject: t('signIn:mail:subject'),
    paragraphs: [t('signIn:mail:team'), link, t('signIn:mail:unexpected')],
  };
};
