import { html, type Part } from '../../../core/shared/text/html.ts';
import { momentOf, type Visit } from '../../client-pages/feature.ts';
import type { ApiRequest, ApiResponse } from '../../client-sessions/feature.ts';
import type { Lock } from '../unlock/lock.ts';

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
