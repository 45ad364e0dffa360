import { createLocalReq, type TypedUser } from 'payload';
import { readFields } from '../../../core/http/body.ts';
import { assertMay, prepareOperation } from '../../../core/http/prepareOperation.ts';
import { errorResponse } from '../../../core/http/response.ts';
import { findRoute } from '../../../core/http/routes.ts';
import { notFound, toApiError } from '../../../core/shared/errors/errors.ts';
import { textsBy } from '../../../core/texts/text.ts';
import type { Visit } from '../../client-pages/feature.ts';
import { clientPrefix } from '../../client-sessions/feature.ts';

/** The client API for a user who sends no request: each path as their own GET would read it. Nothing is changed. */
export const apiAs = (
  { payload, portal }: Pick<Visit, 'payload' | 'portal'>,
  user: TypedUser,
): Visit['api'] => ({
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
