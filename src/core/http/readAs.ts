import { createLocalReq, type Payload, type TypedUser } from 'payload';
import type { PortalContext } from '../context.ts';
import { notFound, toApiError } from '../shared/errors.ts';
import { textsBy } from '../texts/text.ts';
import { errorAnswer } from './answer.ts';
import { assertMay } from './assertMay.ts';
import { readFields } from './body.ts';
import { prepareOperation } from './prepareOperation.ts';
import { findRoute, type Route } from './routes.ts';

interface Reading {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly routes: readonly Route[];
  /** The user whose rights decide. */
  readonly user: TypedUser;
  /** Below the app's API route and the prefix, such as `/portal/v1/client/tickets?page=2`. */
  readonly address: string;
}

/** Reads from the API for a user who sends no request, as their own GET would. Nothing is changed. */
export const readAs = async ({
  payload,
  portal,
  routes,
  user,
  address,
}: Reading): Promise<{ readonly status: number; readonly body: unknown }> => {
  const req = await createLocalReq({ user }, payload);
  try {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const found = findRoute(routes, pathname);
    const operation = found?.route.operations.GET;
    const caller = portal.principalOf(user);
    if (!found || !operation || operation.kind !== undefined) throw notFound();
    assertMay(operation, caller, null);
    const context = { payload, portal, req, params: found.params, caller, key: null };
    const run = await prepareOperation(operation, context, { parse: () => readFields(searchParams) });
    return { status: 200, body: (await run()).output };
  } catch (error) {
    const refusal = toApiError(error);
    if (refusal.cause) payload.logger.error({ err: refusal.cause, msg: refusal.message });
    const { status, body } = errorAnswer(refusal, { requestId: '', accept: null, t: textsBy(req.t) });
    return { status, body: body === null ? null : JSON.parse(body) };
  }
};
