import { html } from '../../../core/shared/text/html.ts';
import type { TextKey } from '../../../core/texts/text.ts';
import { type ApiResponse, isPagePath } from '../../client-sessions/feature.ts';
import { showPage } from '../page.ts';
import type { Visit } from '../visit.ts';
import { addressPage } from './signIn.ts';

/** The page for a response of the API that is not a form's: a sign-in, or a sentence. */
export const showRefusal = (visit: Visit, answer: Pick<ApiResponse, 'status' | 'body'>): Response => {
  const { status, body } = answer;
  if (status === 401) {
    const isPage = visit.request.method !== 'POST' && isPagePath(visit.here, visit.base);
    return addressPage(visit, { carried: { next: isPage ? visit.here : '', kept: '' }, status: 401 });
  }
  if (status === 404)
    return sentencePage(visit, 404, 'clientPages:errors:notFoundTitle', 'clientPages:errors:notFound');
  if (status >= 500)
    return sentencePage(visit, status, 'clientPages:errors:brokenTitle', 'clientPages:errors:broken');
  if (status === 403)
    return sentencePage(visit, 403, 'clientPages:errors:refusedTitle', 'clientPages:errors:origin');
  return sentencePage(visit, status, 'clientPages:errors:refusedTitle', null, String(body?.message ?? ''));
};

/** A page of one sentence. */
export const sentencePage = (
  visit: Visit,
  status: number,
  title: TextKey,
  text: TextKey | null,
  sentence = '',
): Response => {
  const { base, t } = visit;
  const main = html`<div class="card narrow"><h1>${t(title)}</h1><p>${text === null ? sentence : t(text)}</p>
<a class="button" href="${base}">${t('clientPages:errors:toTickets')}</a></div>`;
  return showPage(visit, { title: t(title), main, status });
};
