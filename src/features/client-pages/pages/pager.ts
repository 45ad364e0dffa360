import { html, type Part } from '../../../core/shared/text/html.ts';
import type { ApiResponse } from '../../client-sessions/feature.ts';
import type { Visit } from '../visit.ts';

/** Links to the pages before and after this one. */
export const pager = ({ base, t }: Visit, { body }: ApiResponse, filter: string, path = ''): Part => {
  const { page, per_page, total } = body.meta as { page: number; per_page: number; total: number };
  const last = Math.max(1, Math.ceil(total / per_page));
  if (last === 1) return null;
  const link = (to: number, text: string) =>
    html`<a href="${base}${path}?${filter}&amp;page=${to}">${text}</a>`;
  return html`<nav class="pages" aria-label="${t('clientPages:tickets:pages')}"><span>${page > 1 && link(Math.min(page - 1, last), t('clientPages:tickets:newer'))}</span><span class="muted">${page} / ${last}</span><span>${page < last && link(page + 1, t('clientPages:tickets:older'))}</span></nav>`;
};
