import { html } from '../../../core/shared/text/html.ts';
import {
  type ClientPage,
  goTo,
  problemsIn,
  readForm,
  showPage,
  showRefusal,
  type Visit,
} from '../../client-pages/feature.ts';
import type { ApiResponse } from '../../client-sessions/feature.ts';
import type { LinkKind } from '../linkKind.ts';
import { atLink, type LinkView } from './linkView.ts';
import { lockPage, type Shown } from './lockPage.ts';

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
