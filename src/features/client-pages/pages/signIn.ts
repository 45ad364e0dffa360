import { minutesOf } from '../../../core/shared/errors/errors.ts';
import { html, type Part } from '../../../core/shared/text/html.ts';
import type { ApiResponse } from '../../client-sessions/feature.ts';
import { isPagePath } from '../../client-sessions/feature.ts';
import { readForm } from '../form.ts';
import { goTo, showPage } from '../page.ts';
import { type Problem, problemsIn } from '../problems.ts';
import type { SentForm } from '../sentForm.ts';
import { type Visit, visitIn } from '../visit.ts';
import { readKept, showKept, showOthersKept } from './kept.ts';

/** The fields that a sign-in carries along: the page to open, and a form whose session had ended. */
interface Carried {
  readonly next: string;
  /** The kept form as `readKept` reads it; `''` for none. */
  readonly kept: string;
}

const carriedIn = (visit: Visit, get: (name: string) => string): Carried => ({
  next: isPagePath(get('next'), visit.base) ? get('next') : '',
  kept: readKept(visit, get('kept')) === null ? '' : get('kept'),
});

/** Longest line that a page shows again, in characters. No address and no code is as long. */
const longestLine = 500;

const lineIn = (form: SentForm, name: string): string => form.text(name).trim().slice(0, longestLine);

const hidden = (name: string, value: string): Part =>
  value !== '' && html`<input type="hidden" name="${name}" value="${value}">`;

const carried = ({ next, kept }: Carried): Part => [hidden('next', next), hidden('kept', kept)];

/** A long text takes three times its bytes in the usual encoding of forms. */
const encodingFor = ({ kept }: Carried): Part => kept !== '' && html` enctype="multipart/form-data"`;

export const showSignIn = (visit: Visit): Response =>
  addressPage(visit, {
    // A link carries no text: it may be a stranger's.
    carried: carriedIn(visit, (name) =>
      name === 'next' ? (new URL(visit.request.url).searchParams.get(name) ?? '') : '',
    ),
  });

interface AddressPage {
  readonly carried: Carried;
  readonly email?: string;
  readonly problems?: readonly Problem[];
  readonly status?: number;
  readonly note?: Part;
}

/** The page that asks for the address. */
export const addressPage = (
  visit: Visit,
  { carried: given, email = '', problems = [], status = 200, note }: AddressPage,
): Response => {
  const { base, t, portal } = visit;
  if (portal.options.clients.signIn === false) {
    const main = html`<div class="card narrow" data-forgets><h1>${t('clientPages:signIn:title')}</h1><p>${t('clientPages:signIn:off')}</p></div>`;
    return showPage(visit, {
      title: t('clientPages:signIn:title'),
      main,
      status,
    });
  }
  const main = html`<div class="card narrow"${given.kept === '' && html` data-forgets`}><h1>${t('clientPages:signIn:title')}</h1>${note}
<p class="muted">${t('clientPages:signIn:intro')}</p>
<form method="post" action="${base}/sign-in"${encodingFor(given)}>${carried(given)}
<div class="field"><label for="email">${t('clientPages:signIn:email')}</label>
<input id="email" name="email" type="email" autocomplete="email" inputmode="email" spellcheck="false" required value="${email}"${problems.length > 0 && html` aria-invalid="true"`}></div>
<button>${t('clientPages:signIn:send')}</button></form></div>`;
  return showPage(visit, { title: t('clientPages:signIn:title'), main, problems, status });
};

/** The page of the sign-in, for a form whose session has ended: nothing that was typed is lost. */
export const askToSignIn = (visit: Visit, kept: string, next = ''): Response =>
  addressPage(visit, {
    carried: { next, kept },
    status: 401,
    note: html`<p class="done">${visit.t('clientPages:signIn:signedOut')}</p>`,
  });

export const beginSignIn = async (visit: Visit): Promise<Response> => {
  const form = await readForm(visit);
  const given = carriedIn(visit, form.text);
  if (form.text('other') !== '') return addressPage(visit, { carried: given });
  const email = lineIn(form, 'email');
  const answer = await visit.api.send({
    method: 'POST',
    path: '/sign-in',
    body: { email, ...(given.next !== '' && { next: given.next }) },
  });
  if (answer.status === 202) return codePage(visit, { carried: given, email });
  const problems = problemsOf(visit, answer, ['email']);
  // The mail is on its way already: the code can be typed.
  if (answer.status === 429 && visit.request.headers.get('Cookie')?.includes('sp-attempt='))
    return codePage(visit, { carried: given, email, problems, status: 429 });
  return addressPage(visit, { carried: given, email, problems, status: answer.status });
};

/** The values that a person has typed beside the address. */
interface TypedCode {
  readonly code: string;
  readonly stays: boolean;
}

const typedIn = (form: SentForm): TypedCode => ({
  code: lineIn(form, 'code'),
  stays: form.text('stay') !== '',
});

const nothingTyped: TypedCode = { code: '', stays: false };

interface CodePage {
  readonly carried: Carried;
  readonly email: string;
  readonly typed?: TypedCode;
  readonly problems?: readonly Problem[];
  readonly status?: number;
}

/** The page on which the code of the mail is typed. */
const codePage = (
  visit: Visit,
  { carried: given, email, typed = nothingTyped, problems = [], status = 200 }: CodePage,
): Response => {
  const { base, t } = visit;
  // Escaped once for both forms.
  const again = html`${carried(given)}${hidden('email', email)}`;
  const main = html`<div class="card narrow"><h1>${t('clientPages:signIn:codeTitle')}</h1>
<p>${t('clientPages:signIn:sent', { email })}</p>
<form method="post" action="${base}/sign-in/code"${encodingFor(given)}>${again}${codeField(visit, typed, problems)}${stayField(visit, typed)}
<button>${t('clientPages:signIn:enter')}</button></form>
<p class="muted small last">${t('clientPages:signIn:wait')}</p>
<div class="row"><form method="post" action="${base}/sign-in"${encodingFor(given)}>${again}<button class="quiet">${t('clientPages:signIn:again')}</button></form>
<form method="post" action="${base}/sign-in"${encodingFor(given)}>${carried(given)}<button class="quiet" name="other" value="1">${t('clientPages:signIn:other')}</button></form></div></div>`;
  return showPage(visit, { title: t('clientPages:signIn:codeTitle'), main, problems, status });
};

const codeField = ({ t }: Visit, { code }: TypedCode, problems: readonly Problem[]): Part =>
  html`<div class="field"><label for="code">${t('clientPages:signIn:code')}</label><p class="hint" id="code-hint">${t('clientPages:signIn:codeHint')}</p>
<input class="code" id="code" name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="20" required value="${code}" aria-describedby="code-hint"${problems.some(({ field }) => field === 'code') && html` aria-invalid="true"`}></div>`;

const stayField = ({ t }: Visit, { stays }: TypedCode): Part =>
  html`<div class="field"><label class="choice"><input type="checkbox" name="stay" value="1"${stays && html` checked`}> ${t('clientPages:signIn:stay')}</label></div>`;

export const enterCode = async (visit: Visit): Promise<Response> => {
  const form = await readForm(visit);
  const given = carriedIn(visit, form.text);
  const answer = await verify(visit, form, { code: lineIn(form, 'code') });
  if (answer.status === 200) return enter(visit, given, answer);
  const problems = problemsOf(visit, answer, ['code']);
  if (answer.status === 410) {
    // The link of the same mail may have been followed in another window meanwhile.
    const session = await visit.api.send({ method: 'GET', path: '/session' });
    if (session.status === 200) return enter(visit, given, session);
    return addressPage(visit, { carried: given, email: lineIn(form, 'email'), problems, status: 410 });
  }
  const email = lineIn(form, 'email');
  return codePage(visit, { carried: given, email, typed: typedIn(form), problems, status: answer.status });
};

/** The page of a link. It changes nothing: programs that look at mails follow links. */
export const showLink = (visit: Visit, link: string): Response => linkPage(visit, link, {});

interface LinkPage {
  readonly needsCode?: boolean;
  readonly typed?: TypedCode;
  readonly problems?: readonly Problem[];
  readonly status?: number;
}

const linkPage = (
  visit: Visit,
  link: string,
  { needsCode = false, typed = nothingTyped, problems = [], status = 200 }: LinkPage,
): Response => {
  const { base, t } = visit;
  const main = html`<div class="card narrow"><h1>${t('clientPages:signIn:linkTitle')}</h1>
<p>${t(needsCode ? 'clientPages:signIn:codeNeeded' : 'clientPages:signIn:linkIntro')}</p>
<form method="post" action="${base}/sign-in/${link}">${needsCode && codeField(visit, typed, problems)}${stayField(visit, typed)}
<button>${t('clientPages:signIn:enter')}</button></form></div>`;
  return showPage(visit, { title: t('clientPages:signIn:linkTitle'), main, problems, status });
};

export const followLink = async (visit: Visit, link: string): Promise<Response> => {
  const { base, t } = visit;
  const form = await readForm(visit);
  const code = lineIn(form, 'code');
  const answer = await verify(visit, form, { link, ...(code !== '' && { code }) });
  if (answer.status === 200) return enter(visit, { next: '', kept: '' }, answer);
  const typed = typedIn(form);
  if (answer.status === 409) return linkPage(visit, link, { needsCode: true, typed, status: 409 });
  if (answer.status !== 410) {
    const problems = problemsOf(visit, answer, ['code']);
    return linkPage(visit, link, { needsCode: code !== '', typed, problems, status: answer.status });
  }
  // The button may have been pressed twice.
  const session = await visit.api.send({ method: 'GET', path: '/session' });
  if (session.status === 200) return enter(visit, { next: '', kept: '' }, session);
  const main = html`<div class="card narrow"><h1>${t('clientPages:signIn:expiredTitle')}</h1><p>${t('clientPages:signIn:expired')}</p>
<a class="button" href="${base}/sign-in">${t('clientPages:signIn:new')}</a></div>`;
  return showPage(visit, { title: t('clientPages:signIn:expiredTitle'), main, status: 410 });
};

const verify = ({ api }: Visit, form: SentForm, proof: object): Promise<ApiResponse> =>
  api.send({
    method: 'POST',
    path: '/sign-in/verify',
    body: { ...proof, ...(form.text('stay') !== '' && { stay_signed_in: true }) },
  });

const enter = async (visit: Visit, given: Carried, { body }: ApiResponse): Promise<Response> => {
  const kept = readKept(visit, given.kept);
  if (kept) {
    const own = { ...(await visitIn(body.user.language ?? visit.language, visit)), person: body };
    return ['', body.user.id].includes(kept.author)
      ? showKept(own, kept)
      : showOthersKept(own, body.user.email);
  }
  const next = [given.next, String(body.next ?? '')].find((path) => isPagePath(path, visit.base));
  return goTo(visit, next ?? visit.base);
};

const problemsOf = (visit: Visit, answer: ApiResponse, fields: readonly string[]): readonly Problem[] => {
  const { t } = visit;
  const { status, body, headers } = answer;
  if (status === 429) {
    const seconds = Number(headers.get('Retry-After') ?? 60);
    const minutes = minutesOf(seconds);
    const message =
      minutes === null
        ? t('clientPages:signIn:tooMany', { seconds })
        : t('clientPages:signIn:tooManyMinutes', { minutes });
    return [{ field: null, message }];
  }
  if (body?.error !== 'invalid_code') return problemsIn(visit, answer, fields);
  const left = t('clientPages:signIn:leftTries', { count: Number(body.attempts_left) });
  return [{ field: 'code', message: `${body.message} ${left}` }];
};
