import { createHmac, timingSafeEqual } from 'node:crypto';
import { createLocalReq, type TypedUser } from 'payload';
import { isClient, type Principal } from '../../../core/access/roles.ts';
import { isId } from '../../../core/database/ids.ts';
import { readFields } from '../../../core/http/body.ts';
import { assertMay, prepareOperation } from '../../../core/http/prepareOperation.ts';
import { errorResponse } from '../../../core/http/response.ts';
import { findRoute } from '../../../core/http/routes.ts';
import { reachesTicket } from '../../../core/reach/reachSql.ts';
import { notFound, toApiError } from '../../../core/shared/errors/errors.ts';
import { derivedKey } from '../../../core/shared/secrets/encryption.ts';
import { idText, type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { goTo, type SignedInPerson, showRefusal, type Visit } from '../../client-pages/feature.ts';
import { clientPrefix } from '../../client-sessions/feature.ts';
import { findPerson, type Person } from '../../people/feature.ts';
import { recordView } from '../history/history.ts';
import { showTicket } from './ticket.ts';

/** A ticket that a member of staff may see as its requester does. */
interface View {
  readonly viewer: TypedUser;
  readonly ticketId: RecordId;
  readonly requester: Person;
}

/** Records that staff look at a ticket as its requester, and leads to the page. */
export const beginView = async (visit: Visit, id: string): Promise<Response> => {
  const view = await findView(visit, id);
  if (!view) return showRefusal(visit, { status: 404, body: null });
  const { viewer, ticketId, requester } = view;
  const { payload, portal, base } = visit;
  const req = await createLocalReq({ user: viewer }, payload);
  await recordView(req, portal, { ticketId, requesterId: requester.principal.id });
  const key = viewKey(lookOf(visit, view));
  return goTo(visit, `${base}/as-client/${encodeURIComponent(id)}?key=${key}`);
};

/** A ticket's page as its requester sees it, read only, for the member of staff whose look has been recorded. */
export const showView = async (visit: Visit, id: string): Promise<Response> => {
  const view = await findView(visit, id);
  const key = new URL(visit.request.url).searchParams.get('key') ?? '';
  if (!view || !isViewKey(key, lookOf(visit, view))) return showRefusal(visit, { status: 404, body: null });
  const { user } = view.requester;
  return showTicket({ ...visit, api: apiAs(visit, user), person: personOf(user), isView: true }, id);
};

const lookOf = ({ payload }: Visit, { viewer, ticketId, requester }: View) => ({
  secret: payload.secret,
  ticketId,
  viewerId: viewer.id,
  requesterId: requester.principal.id,
  now: new Date(),
});

/** Returns null if the browser has no session of the CMS that may see the ticket, or if no client can. */
const findView = async ({ payload, portal, request }: Visit, id: string): Promise<View | null> => {
  const { user: viewer } = await payload.auth({ headers: request.headers });
  const caller = portal.principalOf(viewer);
  if (!viewer || !caller || isClient(caller)) return null;
  return findTicket({ payload, portal }, { id, viewer, caller });
};

const findTicket = async (
  { payload, portal }: Pick<Visit, 'payload' | 'portal'>,
  { id, viewer, caller }: { readonly id: string; readonly viewer: TypedUser; readonly caller: Principal },
): Promise<View | null> => {
  if (!isId(payload, id)) return null;
  const ticket = await payload.findByID({
    collection: portal.options.slugs.tickets as never,
    id,
    depth: 0,
    disableErrors: true,
    overrideAccess: false,
    user: viewer,
  });
  const requesterId = ticket && relationId(Reflect.get(ticket, 'requester'));
  if (!ticket || requesterId === null) return null;
  const req = await createLocalReq({}, payload);
  const place = { id: ticket.id, organization: relationId(Reflect.get(ticket, 'organization')) };
  const requester = await findPerson(req, portal, requesterId);
  if (!requester || !isClient(requester.principal)) return null;
  if (!(await reachesTicket(req, portal, caller, place))) return null;
  return { viewer, ticketId: ticket.id, requester };
};

const personOf = (user: TypedUser): SignedInPerson => ({
  user: {
    id: String(user.id),
    email: String(user.email),
    name: (Reflect.get(user, 'name') as string | null | undefined) ?? null,
    language: null,
    notices: 'all',
  },
  organization: null,
  last_visit_at: null,
  expires_at: null,
});

/** The client API for a user who sends no request: each path as their own GET would read it. Nothing is changed. */
const apiAs = ({ payload, portal }: Pick<Visit, 'payload' | 'portal'>, user: TypedUser): Visit['api'] => ({
  cookies: [],
  async send({ path }) {
    const req = await createLocalReq({ user }, payload);
    const headers = new Headers();
    try {
      const { pathname, searchParams } = new URL(`${clientPrefix}${path}`, 'http://localhost');
      const found = findRoute(portal.routes, pathname);
      const operation = found?.route.operations.GET;
      const caller = portal.principalOf(user);
      if (!found || !operation || operation.kind !== undefined) throw notFound();
      assertMay(operation, caller, null);
      const context = { payload, portal, req, params: found.params, caller, key: null };
      const run = await prepareOperation(operation, context, { parse: () => readFields(searchParams) });
      return { status: 200, body: (await run()).output, headers };
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.cause) payload.logger.error({ err: refusal.cause, msg: refusal.message });
      const { status, body } = errorResponse(refusal, { requestId: '', accept: null, t: textsBy(req.t) });
      return { status, body: body === null ? null : JSON.parse(body), headers };
    }
  },
});

/** Seconds for which a recorded look may go on. */
const lifetime = 15 * 60;

interface Look {
  readonly secret: string;
  readonly ticketId: RecordId;
  readonly viewerId: RecordId;
  /** The person through whose eyes the ticket is seen, as recorded. */
  readonly requesterId: RecordId;
  readonly now: Date;
}

/** Proves for a quarter of an hour that a look of a member of staff at a ticket has been recorded. */
const viewKey = (look: Look): string => {
  const expires = Math.floor(look.now.getTime() / 1000) + lifetime;
  return `${expires}.${sign(look, expires)}`;
};

const isViewKey = (key: string, look: Look): boolean => {
  const [expires = '', signature = ''] = key.split('.');
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= look.now.getTime()) return false;
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(look, Number(expires)))];
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const sign = ({ secret, ticketId, viewerId, requesterId }: Look, expires: number): string =>
  createHmac('sha256', derivedKey(secret, 'client-views'))
    .update(JSON.stringify([idText(ticketId), idText(viewerId), idText(requesterId), expires]))
    .digest('base64url');
