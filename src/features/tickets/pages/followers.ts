import { createLocalReq } from 'payload';
import { idText } from '../../../core/shared/values/ids.ts';
import { goTo, problemsIn, showRefusal, type Visit } from '../../client-pages/feature.ts';
import { findPeople, type Person } from '../../people/feature.ts';
import { showTicket } from './ticket.ts';

/** Adds the colleague who has the typed address. */
export const addFollower = async (visit: Visit, id: string): Promise<Response> => {
  const { base, api, payload, portal, person, t } = visit;
  if (!person) return showRefusal(visit, visit.refusal ?? { status: 401, body: null });
  const email = visit.form.text('follower').trim();
  const req = await createLocalReq({}, payload);
  const found = email === '' ? [] : await findPeople(req, portal, email);
  const isColleague = ({ principal }: Person) =>
    principal.organizations.some((organization) => idText(organization) === person.organization?.id);
  const colleague = found.find(isColleague);
  const path = `/tickets/${encodeURIComponent(id)}`;
  if (!colleague) {
    // A person of another organization gets the same answer.
    const problem = { field: 'follower', message: t('clientPages:followers:noColleague') };
    return showTicket(visit, id, { follower: email, problems: [problem], status: 422 });
  }
  const user = encodeURIComponent(idText(colleague.principal.id));
  const answer = await api.send({ method: 'PUT', path: `${path}/followers/${user}` });
  if (answer.status === 200) return goTo(visit, `${base}${path}#followers`);
  if (answer.status !== 422) return showRefusal(visit, answer);
  return showTicket(visit, id, { follower: email, problems: problemsIn(visit, answer), status: 422 });
};

export const removeFollower = async (visit: Visit, id: string, user: string): Promise<Response> => {
  const path = `/tickets/${encodeURIComponent(id)}`;
  const answer = await visit.api.send({
    method: 'DELETE',
    path: `${path}/followers/${encodeURIComponent(user)}`,
  });
  // If the follower is gone meanwhile, nothing is left to do.
  if (answer.status !== 204 && answer.status !== 404) return showRefusal(visit, answer);
  return goTo(visit, `${visit.base}${path}#followers`);
};
