import { html, type Part } from '../../../core/shared/text/html.ts';
import { type Problem, showPage, type Visit } from '../../client-pages/feature.ts';
import { headOf, type LinkView } from './linkView.ts';

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
export const lockPage = (visit: Visit, link: AtPage, view: LinkView, shown: Shown): Response => {
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
