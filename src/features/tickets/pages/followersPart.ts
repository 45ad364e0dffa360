import { html, type Part } from '../../../core/shared/text/html.ts';
import { authorField, type Problem, type Visit } from '../../client-pages/feature.ts';
import type { TicketView } from './ticketList.ts';

interface FollowerView {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
}

interface Typed {
  readonly email: string;
  readonly problems: readonly Problem[];
}

/** The colleagues who follow a ticket. Its requester adds and removes them. */
export const followersPart = async (
  visit: Visit,
  { id, requester_id, merged_into }: TicketView,
  { email, problems }: Typed,
): Promise<Part> => {
  const { base, api, isView, person, t } = visit;
  const path = `/tickets/${encodeURIComponent(id)}/followers`;
  const answer = await api.send({ method: 'GET', path: `${path}?per_page=100` });
  const followers = (answer.body?.data ?? []) as readonly FollowerView[];
  const isChooser = !isView && merged_into === null && requester_id === person?.user.id;
  if (followers.length === 0 && !isChooser) return null;
  const item = (follower: FollowerView): Part => {
    const name = follower.name ?? follower.email;
    return html`<li><div class="what">${name}</div>${
      isChooser &&
      html`<form method="post" action="${base}${path}/${follower.id}/remove"><button class="quiet" aria-label="${t('clientPages:followers:removeOf', { name })}">${t('clientPages:followers:remove')}</button></form>`
    }</li>`;
  };
  const invalid = problems.some(({ field }) => field === 'follower') && html` aria-invalid="true"`;
  return html`<h2 id="followers">${t('clientPages:followers:title')}</h2><p class="muted small">${t('clientPages:followers:intro')}</p>
${followers.length > 0 && html`<ul class="list">${followers.map(item)}</ul>`}${
  isChooser &&
  html`<form class="card" method="post" action="${base}${path}">${authorField(visit)}<div class="field"><label for="follower">${t('clientPages:followers:email')}</label><input id="follower" name="follower" type="email" required autocomplete="off" value="${email}"${invalid}></div>
<button class="second">${t('clientPages:followers:add')}</button></form>`
}`;
};
