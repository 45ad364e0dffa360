import type { PayloadRequest } from 'payload';
import { isTeam } from '../../access/roles.ts';
import type { PortalContext } from '../../context.ts';
import { setFact } from '../../request/facts.ts';
import type { FollowedEndpoint } from '../../request/requestContext.ts';
import { toApiError } from '../../shared/errors/errors.ts';
import { findSessionAnew } from '../credentials.ts';
import { limitedBy, type RequestLimit } from '../rate-limit/rateLimit.ts';
import { timeRequest } from '../slowBody.ts';
import { inStoringTurn, inTurnOf } from '../turns.ts';
import { releaseBody } from '../waitingBodies.ts';
import { isForm } from './boundBody.ts';
import { type EndpointRules, isChange, rulesOf } from './endpointRules.ts';
import { judge } from './judgeRequest.ts';
import { keepFewPreferences } from './preferences.ts';
import { countIfRefused, refusalResponse } from './refusals.ts';
import { inPasswordTurn } from './turns.ts';
import { endInTurn } from './uploadForm.ts';

/** Serves a request to an endpoint of the CMS's REST, if its caller has requests left and it is not too large. */
export const guardEndpoint = async (
  given: { readonly req: PayloadRequest; readonly endpoint: FollowedEndpoint },
  portal: PortalContext,
  serve: () => Promise<Response>,
): Promise<Response> => {
  const { req, endpoint } = given;
  const { options, principalOf } = portal;
  const rules = rulesOf(endpoint, options);
  const limit = limitedBy(req, options.rateLimit.perMinute);
  if (rules.countsRefusals) return countIfRefused(req, limit, serve);
  if (!rules.isGuarded) return serve();
  if (rules.readsRecords && req.method === 'GET') setFact(req, 'isReadOfCms', true);
  const principal = principalOf(req.user);
  const isUpload = rules.takesUploads && isChange(req) && isForm(req);
  const isSlow = timeRequest();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const serveInTurn = async (): Promise<Response> => {
    if (isUpload) {
      endInTurn(req, isSlow, ended);
      return serve();
    }
    const lost = isSlow() ? await findSessionAnew(req).then(() => null, toApiError) : null;
    if (lost) return refusalResponse(req, lost);
    return rules.takesPreferences ? keepFewPreferences(req, isTeam(principal), serve) : serve();
  };
  try {
    const refusal = await judge({ req, rules, limit, principal, isUpload, portal });
    addHeaders(req, limit);
    if (refusal) return refusalResponse(req, refusal);
    return await inTurnOf(
      req.payload,
      principalOf(req.user),
      inItsTurn(req, rules, serveInTurn),
      isUpload ? 'uploads' : 'requests',
    );
  } finally {
    end();
    releaseBody(req);
  }
};

/** The work of a request on a password, or of one that deletes files, in the turn of all such. */
const inItsTurn = (
  req: PayloadRequest,
  { takesPassword, takesUploads }: EndpointRules,
  work: () => Promise<Response>,
): (() => Promise<Response>) => {
  if (takesUploads && req.method === 'DELETE') return () => inStoringTurn(req.payload, work);
  return takesPassword && isChange(req) ? () => inPasswordTurn(req, work) : work;
};

/** Caches do not keep a response of the CMS, and browsers do not guess its type. It says neither. */
const unkept = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/**
 * Adds these headers and the limit's to every response of the CMS. They must not be missing from a failure that it disguises
 * as a success, because that would give the failure away.
 */
const addHeaders = (req: PayloadRequest, limit: RequestLimit): void => {
  const headers = new Headers(req.responseHeaders);
  for (const [name, value] of Object.entries({ ...unkept, ...limit.headers() })) headers.set(name, value);
  req.responseHeaders = headers;
};
