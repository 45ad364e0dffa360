import { dirname } from 'node:path';
import type { PayloadRequest } from 'payload';
import { isTeam, type Principal } from '../../access/roles.ts';
import type { PortalContext } from '../../context.ts';
import { unaskable } from '../../database/queryBounds.ts';
import { setFact } from '../../request/facts.ts';
import type { FollowedEndpoint } from '../../request/requestContext.ts';
import { ApiError, toApiError } from '../../shared/errors/errors.ts';
import { say } from '../../texts/say.ts';
import { textsBy } from '../../texts/text.ts';
import { assertSessionFound, findSessionAnew } from '../credentials.ts';
import { requestIdOf } from '../headers.ts';
import { assertPersonOfPage } from '../pagePerson.ts';
import { limitedBy, type RequestLimit } from '../rate-limit/rateLimit.ts';
import { errorResponse, toResponse } from '../response.ts';
import { timeRequest } from '../slowBody.ts';
import { inStoringTurn, inTurnOf, takeStoringTurn } from '../turns.ts';
import { assertDiskRoom, assertRoomForChange } from '../upload/diskRoom.ts';
import { holdBody, releaseBody } from '../waitingBodies.ts';
import { boundBody, isForm } from './boundBody.ts';
import { type EndpointRules, rulesOf } from './endpointRules.ts';
import { assertFriendlyOrigin } from './loginOrigin.ts';
import { boundPreference, keepFewPreferences } from './preferences.ts';
import { inPasswordTurn } from './turns.ts';

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

/** Serves a download, which does not count unless it is refused: a stranger can have any number of them refused. */
const countIfRefused = async (
  req: PayloadRequest,
  limit: RequestLimit,
  serve: () => Promise<Response>,
): Promise<Response> => {
  const tooMany = (): Response | null => {
    try {
      limit.countCaller();
      return null;
    } catch (error) {
      return refusalResponse(req, toApiError(error));
    }
  };
  try {
    const response = await serve();
    return (isRefusal(response) ? tooMany() : null) ?? response;
  } catch (error) {
    const refusal = isRefusal(error) ? tooMany() : null;
    if (refusal === null) throw error;
    return refusal;
  }
};

/** True for a response, or an error of the CMS, that is the fault of who asks. */
const isRefusal = (outcome: unknown): boolean => {
  const { status } = Object(outcome) as { readonly status?: unknown };
  return typeof status === 'number' && status >= 400 && status < 500;
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

const isChange = ({ method }: PayloadRequest): boolean => method === 'POST' || method === 'PATCH';

interface Judged {
  readonly req: PayloadRequest;
  readonly rules: EndpointRules;
  readonly limit: RequestLimit;
  readonly principal: Principal | null;
  readonly isUpload: boolean;
  readonly portal: PortalContext;
}

const judge = async ({
  req,
  rules,
  limit,
  principal,
  isUpload,
  portal,
}: Judged): Promise<ApiError | null> => {
  try {
    limit.countCaller();
    assertNoLongTexts(req);
    await assertSessionFound(req);
    assertPersonOfPage(req);
    if (rules.beginsSession) assertFriendlyOrigin(req, portal.options.cors);
    if (isUpload) await admitUpload(req, portal);
    else {
      const bound = rules.takesPreferences ? boundPreference : boundBody;
      holdBody(req, principal, await bound(req, isTeam(principal)));
    }
    if (isChange(req)) await assertRoomForChange(portal, portal.principalOf(req.user));
    return null;
  } catch (error) {
    return toApiError(error);
  }
};

/** The longest parameter that may be a text in the place of an object, such as `joins=false`. */
const longestText = 100;

/** The CMS takes a text in these places for an object, and makes another one for each of its characters. */
const assertNoLongTexts = ({ query }: PayloadRequest): void => {
  for (const value of [query?.joins, query?.select])
    if (typeof value === 'string' && value.length > longestText) throw new ApiError('bad_request', unaskable);
};

/** The CMS stores the files of a form before it asks whether the caller may upload any, and whether there is room. */
const admitUpload = async (req: PayloadRequest, { temporaryFiles }: PortalContext): Promise<void> => {
  if (!req.user) throw new ApiError('forbidden', say('errors:role:forbids'));
  await assertDiskRoom(dirname(await temporaryFiles.newPath()), 'ordinary');
};

/**
 * Has the body of an upload end once there is a turn for storing files, which lasts until `ended` does, and once its sender was found
 * anew if it came slowly. The CMS reads the body itself, and stores its files then.
 */
const endInTurn = (req: PayloadRequest, isSlow: () => boolean, ended: Promise<void>): void => {
  const inTurn = new TransformStream<Uint8Array, Uint8Array>({
    async flush() {
      await takeStoringTurn(req.payload, ended);
      if (isSlow()) await findSessionAnew(req);
    },
  });
  if (req.body) Object.defineProperty(req, 'body', { value: req.body.pipeThrough(inTurn) });
};

const refusalResponse = (req: PayloadRequest, error: ApiError): Response => {
  const { headers } = req;
  return toResponse(
    errorResponse(error, {
      requestId: requestIdOf(headers),
      accept: headers.get('Accept'),
      t: textsBy(req.t),
    }),
  );
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
