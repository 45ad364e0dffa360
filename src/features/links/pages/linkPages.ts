import { html, type Part } from '../../../core/shared/text/html.ts';
import {
  type ClientPage,
  goTo,
  momentOf,
  type Problem,
  problemsIn,
  readForm,
  showPage,
  showRefusal,
  type Visit,
} from '../../client-pages/feature.ts';
import type { ApiRequest, ApiResponse } from '../../client-sessions/feature.ts';
import type { LinkKind } from '../linkKind.ts';
import type { Lock } from '../unlock/lock.ts';

interface LinkPages {
  /** The page of a link. While it is locked, it shows who sent it, and nothing else. */
  readonly show: (visit: Visit, link: string, shown?: Partial<Shown>) => Promise<Response>;
  /** The page, and the answers to the forms that unlock it. */
  readonly pages: readonly ClientPage[];
}

/** The pages of the links of a kind. @param showOpen the page of one that is not locked */
export const buildLinkPages = <View extends LinkView>(
  { kind, page }: Pick<LinkKind, 'kind' | 'page'>,
  showOpen: (visit: Visit, link: string, view: View, shown: Shown) => Response,
): LinkPages => {
  const show: LinkPages['show'] = async (visit, link, { problems = [], status = 200, typed = '' } = {}) => {
    const answer = await atLink(visit, link, { method: 'GET' });
    if (answer.status === 410) return gonePage(visit, answer);
    if (answer.status !== 200) return showRefusal(visit, answer);
    const view = answer.body as View;
    // A link of another kind has its own page.
    if (view.kind !== kind) return showRefusal(visit, { ...answer, status: 404, body: null });
    if (view.locked !== null) return lockPage(visit, { page, link }, view, { problems, status, typed });
    return showOpen(visit, link, view, { problems, status, typed });
  };

  const unlock = async (visit: Visit, link: string): Promise<Response> => {
    const form = await readForm(visit);
    const [password, code] = [form.text('password'), form.text('code')];
    const body = code !== '' && password === '' ? { code } : { password };
    const answer = await atLink(visit, link, { method: 'POST', path: '/unlock', body });
    if (answer.status === 204) return goTo(visit, `${visit.base}${page}/${link}`);
    if (isNoForm(answer)) return showRefusal(visit, answer);
    // The button may have been pressed twice: a code is over once it was right.
    const seen = await atLink(visit, link, { method: 'GET' });
    if (seen.status === 200 && seen.body.locked === null) return goTo(visit, `${visit.base}${page}/${link}`);
    const problems =
      answer.body?.error === 'invalid_code'
        ? [{ field: 'code', message: String(answer.body.message) }]
        : problemsIn(visit, answer, ['password', 'code']);
    return show(visit, link, { problems, status: answer.status, typed: code });
  };

  const askForCode = async (visit: Visit, link: string): Promise<Response> => {
    const answer = await atLink(visit, link, { method: 'POST', path: '/code', body: {} });
    // The link is open by now, so nothing is left to do.
    if (answer.status === 202 || answer.status === 409)
      return goTo(visit, `${visit.base}${page}/${link}?sent`);
    if (isNoForm(answer)) return showRefusal(visit, answer);
    return show(visit, link, { problems: problemsIn(visit, answer), status: answer.status });
  };

  return {
    show,
    pages: [
      { path: `${page}/:id`, isOpen: true, show: (visit, link) => show(visit, link) },
      { path: `${page}/:id/unlock`, method: 'POST', isOpen: true, show: unlock },
      { path: `${page}/:id/code`, method: 'POST', isOpen: true, show: askForCode },
    ],
  };
};

/** True for a refusal that no form of the page can mend. */
const isNoForm = ({ status }: ApiResponse): boolean => status === 404 || status === 403 || status >= 500;

const gonePage = (visit: Visit, { body }: ApiResponse): Response => {
  const title = visit.t('links:page:goneTitle');
  const main = html`<div class="card narrow"><h1>${title}</h1><p>${String(body?.message ?? '')}</p></div>`;
  return showPage(visit, { title, main, status: 410 });
};

export interface Shown {
  readonly problems: readonly Problem[];
  readonly status: number;
  /** The code or the name that was typed into a form which was refused. */
  readonly typed?: string;
}

/** A link, and the path of its kind's pages below the client pages. */
interface AtPage {
  readonly page: `/${string}`;
  readonly link: string;
}

/** The page of a link that is locked: the form for the proof that it asks for. */
const lockPage = (visit: Visit, link: AtPage, view: LinkView, shown: Shown): Response => {
  const { t } = visit;
  const title = t('links:page:lockedTitle');
  const main = html`<div class="card narrow"><h1>${title}</h1>${headOf(visit, view)}${formFor(visit, link, view, shown)}</div>`;
  return showPage(visit, { title, main, ...shown });
};

const formFor = (
  visit: Visit,
  link: AtPage,
  { locked }: LinkView,
  { problems, status, typed }: Shown,
): Part => {
  if (locked === 'account') return accountForm(visit);
  if (locked === 'password') return passwordForm(visit, link, problems);
  // At 403 another form of the page was refused, and no code was mailed.
  return codeForm(visit, link, status === 403 ? [] : problems, typed);
};

const invalid = (problems: readonly Problem[], name: string): Part =>
  problems.some(({ field }) => field === name) && html` aria-invalid="true"`;

const passwordForm = ({ base, t }: Visit, { page, link }: AtPage, problems: readonly Problem[]): Part =>
  html`<form method="post" action="${base}${page}/${link}/unlock"><div class="field"><label for="password">${t('links:page:password')}</label><p class="hint" id="password-hint">${t('links:page:passwordHint')}</p><input id="password" name="password" type="password" autocomplete="off" required maxlength="128" aria-describedby="password-hint"${invalid(problems, 'password')}></div><button>${t('links:page:unlock')}</button></form>`;

const codeForm = (
  { base, request, t }: Visit,
  { page, link }: AtPage,
  problems: readonly Problem[],
  typed = '',
): Part => {
  const wasSent = problems.length > 0 || new URL(request.url).searchParams.has('sent');
  if (!wasSent)
    return html`<p>${t('links:page:codeText')}</p><form method="post" action="${base}${page}/${link}/code"><button>${t('links:page:codeSend')}</button></form>`;
  return html`<p role="status">${t('links:page:codeSent')}</p><form method="post" action="${base}${page}/${link}/unlock"><div class="field"><label for="code">${t('links:page:code')}</label><input class="code" id="code" name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="20" required value="${typed}"${invalid(problems, 'code')}></div><button>${t('links:page:unlock')}</button></form>
<form class="last" method="post" action="${base}${page}/${link}/code"><button class="quiet">${t('links:page:codeAgain')}</button></form>`;
};

const accountForm = ({ base, here, t }: Visit): Part =>
  html`<p>${t('links:page:account')}</p><a class="button" href="${base}/sign-in?next=${encodeURIComponent(here)}">${t('links:page:signIn')}</a>`;

/** A link as the link API shows it. A kind of links has members of its own beside these. */
export interface LinkView {
  readonly kind: string;
  readonly title: string | null;
  readonly message: string | null;
  readonly sender: string | null;
  readonly expires_at: string | null;
  readonly locked: Lock | null;
}

interface AtLink extends Pick<ApiRequest, 'method' | 'body' | 'idempotencyKey'> {
  /** The path below the link. */
  readonly path?: string;
}

/** Sends a request to the API of a link. */
export const atLink = (
  { api }: Visit,
  link: string,
  { path = '', body, ...request }: AtLink,
): Promise<ApiResponse> =>
  api.send({ ...request, path: `/links/${link}${path}`, isOutside: true, ...(body && { body }) });

/** The sentences about the sender and the end of a link. */
export const headOf = (visit: Visit, { sender, expires_at }: LinkView): Part => {
  const { t } = visit;
  const from = sender === null ? t('links:page:fromTeam') : t('links:page:from', { sender });
  const end = expires_at !== null && html` · ${t('links:page:end')} ${momentOf(visit, expires_at)}`;
  return html`<p class="muted">${from}${end}</p>`;
};
