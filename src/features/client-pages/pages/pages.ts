import { html, type Part } from '../../../core/shared/text/html.ts';
import { browserInWords } from '../../../core/texts/browserInWords.ts';
import type { ApiResponse } from '../../client-sessions/feature.ts';
import { noticeChoices, type personLanguages } from '../../people/feature.ts';
import { momentOf } from '../formats.ts';
import { goTo, showPage } from '../page.ts';
import { type Problem, problemsIn } from '../problems.ts';
import type { ClientPage, SignedInPerson, Visit } from '../visit.ts';
import { authorField, forgetting, typedField, unrestored } from './fields.ts';
import { keep } from './kept.ts';
import { showRefusal } from './refusal.ts';
import { askToSignIn, beginSignIn, enterCode, followLink, showLink, showSignIn } from './signIn.ts';

interface SessionView {
  readonly id: string;
  readonly browser: string;
  readonly last_seen_at: string;
  readonly current: boolean;
}

const languages: Readonly<Record<(typeof personLanguages)[number], string>> = {
  en: 'English',
  de: 'Deutsch',
};

type Chosen = Pick<SignedInPerson['user'], 'name' | 'language' | 'notices'>;

/** The fields of the account. The form has beside each what its page showed, so that it undoes no change from elsewhere. */
const accountFields = ['name', 'language', 'notices'] as const;

type Texts = Readonly<Record<(typeof accountFields)[number], string>>;

const textsOf = ({ name, language, notices }: Chosen): Texts => ({
  name: name ?? '',
  language: language ?? '',
  notices,
});

const shownAs = (field: string): string => `shown_${field}`;

const showAccount = async (visit: Visit): Promise<Response> => {
  const { api, person, request, t } = visit;
  if (person === null) return showRefusal(visit, { status: 401, body: null });
  const sessions = await api.send({ method: 'GET', path: '/sessions?per_page=100' });
  if (sessions.status !== 200) return showRefusal(visit, sessions);
  const isSaved = new URL(request.url).searchParams.has('saved');
  const title = t('clientPages:account:title');
  const main = html`<h1>${title}</h1>${isSaved && html`<p class="done" role="status">${t('clientPages:account:saved')}</p>`}
${accountForm(visit, person.user)}
${sessionsPart(visit, sessions.body.data)}`;
  return showPage(visit, { title, main, at: '/account' });
};

/** The form of a refused change, as it was typed, without parts that another request would have to read. */
const showTyped = (visit: Visit, typed: Chosen, answer: ApiResponse): Response => {
  const title = visit.t('clientPages:account:title');
  const problems = problemsIn(visit, answer, ['name', 'language']);
  const main = html`<h1>${title}</h1>${accountForm(visit, typed, { problems, shown: shownIn(visit) })}`;
  return showPage(visit, { title, main, problems, status: answer.status, at: '/account' });
};

interface AccountForm {
  readonly problems?: readonly Problem[];
  /** The texts of the page on which the change began. */
  readonly shown?: Texts;
}

const accountForm = (
  visit: Visit,
  user: Chosen,
  { problems = [], shown = textsOf(user) }: AccountForm = {},
): Part => {
  const { base, person, t } = visit;
  const organization = person?.organization;
  return html`<form class="card"${unrestored} method="post" action="${base}/account">${authorField(visit)}${accountFields.map((field) => html`<input type="hidden" name="${shownAs(field)}" value="${shown[field]}">`)}
${person && html`<p class="muted">${t('clientPages:account:email')}: ${person.user.email}${organization && html`<br>${t('clientPages:account:organization')}: ${organization.name}`}</p>`}
<div class="field"><label for="name">${t('clientPages:account:name')}</label><input id="name" name="name" maxlength="255"${typedField(shown.name)} value="${user.name ?? ''}"${problems.length > 0 && html` aria-invalid="true"`}></div>
<div class="field"><label for="language">${t('clientPages:account:language')}</label><select id="language" name="language"><option value="">${t('clientPages:account:browserLanguage')}</option>${Object.entries(languages).map(([code, name]) => html`<option value="${code}" lang="${code}"${user.language === code && html` selected`}>${name}</option>`)}</select></div>
${noticesField(visit, user)}
<button>${t('clientPages:account:save')}</button></form>`;
};

const sessionsPart = (visit: Visit, sessions: readonly SessionView[]): Part => {
  const { base, t } = visit;
  return html`<h2>${t('clientPages:account:sessions')}</h2>
<ul class="list">${sessions.map((session) => sessionRow(visit, session))}</ul>
<div class="row last"><form method="post" action="${base}/sign-out"${forgetting(visit)}>${authorField(visit)}<button class="second">${t('clientPages:nav:signOut')}</button></form>
<form method="post" action="${base}/account/sign-out-everywhere"${forgetting(visit)}>${authorField(visit)}<button class="quiet danger">${t('clientPages:account:endAll')}</button></form></div>`;
};

const noticesField = ({ t }: Visit, user: Chosen): Part =>
  html`<fieldset class="field"><legend>${t('clientPages:account:notices')}</legend>${noticeChoices.map(
    (choice) =>
      html`<label class="choice"><input type="radio" name="notices" value="${choice}"${user.notices === choice && html` checked`}> ${t(`clientPages:account:${choice}`)}</label>`,
  )}</fieldset>`;

const sessionRow = (visit: Visit, { id, browser: stored, last_seen_at, current }: SessionView): Part => {
  const { base, t } = visit;
  const browser = browserInWords(stored, t);
  return html`<li><div class="what">${browser}${current && html` <span class="state">${t('clientPages:account:here')}</span>`}<div class="muted small">${t('clientPages:account:seen')} ${momentOf(visit, last_seen_at)}</div></div>${
    !current &&
    html`<form method="post" action="${base}/account/sessions/${id}/end">${authorField(visit)}<button class="quiet" aria-label="${t('clientPages:account:endOf', { browser })}">${t('clientPages:account:end')}</button></form>`
  }</li>`;
};

const shownIn = ({ form }: Visit): Texts => ({
  name: form.text(shownAs('name')),
  language: form.text(shownAs('language')),
  notices: form.text(shownAs('notices')),
});

const saveAccount = async (visit: Visit): Promise<Response> => {
  const { form, refusal } = visit;
  const choice = noticeChoices.find((one) => one === form.text('notices'));
  const typed: Chosen = {
    name: form.text('name').trim(),
    language: form.text('language') || null,
    notices: choice ?? visit.person?.user.notices ?? 'all',
  };
  const shown = shownIn(visit);
  // A page that was open before an update does not say what it showed.
  const changed = accountFields.filter((field) => shown.notices === '' || form.text(field) !== shown[field]);
  const body = Object.fromEntries(changed.map((field) => [field, typed[field]]));
  const answer = refusal ?? (await visit.api.send({ method: 'PATCH', path: '/account', body }));
  if (answer.status === 200) return goTo(visit, `${visit.base}/account?saved`);
  if (answer.status !== 401) return showTyped(visit, typed, answer);
  const names = accountFields.flatMap((field) => [field, shownAs(field)]);
  const fields = names.map((name) => [name, form.text(name)] as const);
  return askToSignIn(visit, keep({ action: '/account', author: form.text('author'), fields }));
};

const endSession = async (visit: Visit, id: string): Promise<Response> => {
  const answer = await visit.api.send({ method: 'DELETE', path: `/sessions/${encodeURIComponent(id)}` });
  // If the session has ended meanwhile, nothing is left to do.
  if (answer.status !== 204 && answer.status !== 404) return showRefusal(visit, answer);
  return goTo(visit, `${visit.base}/account`);
};

const endAllSessions = async (visit: Visit): Promise<Response> => {
  const answer = await visit.api.send({ method: 'DELETE', path: '/sessions' });
  if (answer.status !== 204) return showRefusal(visit, answer);
  return goTo(visit, `${visit.base}/sign-in`);
};

/** Signs out, and has the script forget the drafts. */
const signOut = async (visit: Visit): Promise<Response> => {
  const answer = await visit.api.send({ method: 'DELETE', path: '/session' });
  if (answer.status !== 204) return showRefusal(visit, answer);
  return goTo(visit, `${visit.base}/sign-in`);
};

/** The pages of the sign-in and of the account. */
export const ownPages: readonly ClientPage[] = [
  { path: '/sign-in', isOpen: true, show: showSignIn },
  { path: '/sign-in', method: 'POST', isOpen: true, show: beginSignIn },
  { path: '/sign-in/code', method: 'POST', isOpen: true, show: enterCode },
  { path: '/sign-in/:id', isOpen: true, show: showLink },
  { path: '/sign-in/:id', method: 'POST', isOpen: true, show: followLink },
  { path: '/sign-out', method: 'POST', show: signOut },
  { path: '/account', show: showAccount },
  {
    path: '/account',
    method: 'POST',
    keepsText: true,
    kept: {
      title: 'clientPages:account:title',
      button: 'clientPages:account:save',
      labels: { name: 'clientPages:account:name' },
    },
    show: saveAccount,
  },
  { path: '/account/sessions/:id/end', method: 'POST', show: endSession },
  { path: '/account/sign-out-everywhere', method: 'POST', show: endAllSessions },
];
