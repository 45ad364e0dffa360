import { dirname } from 'node:path';
import type { PayloadRequest } from 'payload';
import { isTeam, type Principal } from '../../access/roles.ts';
import type { PortalContext } from '../../context.ts';
import { unaskable } from '../../database/queryBounds.ts';
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
import { inTurnOf } from '../turns.ts';
import { assertDiskRoom, assertRoomForChange } from '../upload/diskRoom.ts';
import { boundBody, isForm } from './boundBody.ts';
import { type EndpointRules, rulesOf } from './endpointRules.ts';
import { assertFriendlyOrigin } from './loginOrigin.ts';
import { boundPreference } from './preferences.ts';
import { inPasswordTurn } from './turns.ts';
import { holdBody, releaseBody } from './waitingBodies.ts';

/** Serves a request to an endpoint of the CMS's REST, if its caller has requests left and it is not too large. */
export const guardEndpoint = async (
  given: { readonly req: PayloadRequest; readonly endpoint: FollowedEndpoint },
  portal: PortalContext,
  serve: () => Promise<Response>,
): Promise<Response> => {
  const { req, endpoint } = given;
  const { options, principalOf } = portal;
  const rules = rulesOf(endpoint, options);
  if (!rules.isGuarded) return serve();
  const limit = limitedBy(req, options.rateLimit.perMinute);
  const principal = principalOf(req.user);
  const isUpload = rules.takesUploads && isChange(req) && isForm(req);
  try {
    const refusal = await judge({ req, rules, limit, principal, isUpload, portal });
    addHeaders(req, limit);
    if (refusal) return refusalResponse(req, refusal);
    const takesPassword = rules.takesPassword && isChange(req);
    const work = takesPassword ? () => inPasswordTurn(req, serve) : serve;
    return await inTurnOf(req.payload, principalOf(req.user), work, isUpload ? 'uploads' : 'requests');
  } finally {
    releaseBody(req);
  }
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
  const isSlow = timeRequest();
  try {
    limit.countCaller();
    assertNoLongTexts(req);
    await assertSessionFound(req);
    assertPersonOfPage(req);
    if (rules.beginsSession) assertFriendlyOrigin(req, portal.options.cors);
    if (isUpload) await admitUpload(req, portal, isSlow);
    else if (rules.takesPreferences) await boundPreference(req, isTeam(principal));
    else holdBody(req, principal, await boundBody(req, isTeam(principal)));
    if (!isUpload && isSlow()) await findSessionAnew(req);
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
const admitUpload = async (
  req: PayloadRequest,
  { temporaryFiles }: PortalContext,
  isSlow: () => boolean,
): Promise<void> => {
  if (!req.user) throw new ApiError('forbidden', say('errors:role:forbids'));
  await assertDiskRoom(dirname(await temporaryFiles.newPath()), 'ordinary');
  if (req.body) Object.defineProperty(req, 'body', { value: untilFound(req, req.body, isSlow) });
};

/** The body of an upload, which the CMS reads itself. It ends once its sender was found anew, if it came slowly. */
const untilFound = (
  req: PayloadRequest,
  body: ReadableStream<Uint8Array>,
  isSlow: () => boolean,
): ReadableStream<Uint8Array> => {
  const found = new TransformStream<Uint8Array, Uint8Array>({
    flush: () => (isSlow() ? findSessionAnew(req) : undefined),
  });
  return body.pipeThrough(found);
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
