import type { PayloadRequest } from 'payload';
import { keyOf } from '../access/apiKey.ts';
import type { Principal } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import type { ApiError } from '../shared/errors/errors.ts';
import { identify, identifyAnew } from './credentials.ts';
import type { Operation, RunOperation, ServedOperation } from './operation.ts';
import type { OpenContext, OperationContext, RequestContext } from './operationContext.ts';
import { assertMay } from './prepareOperation.ts';
import type { RequestLimit } from './rate-limit/rateLimit.ts';
import type { PlainResponse } from './response.ts';
import { type FoundRoute, takesKeysAlone } from './routes.ts';

/** One request on its way through the checks. */
export interface RequestInHand {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** The address the client used: behind a proxy it is the server's public one. */
  readonly url: URL;
  /** The path below the app's API route and the prefix. */
  readonly path: string;
  readonly method: string;
  readonly requestId: string;
  /** It is null if nothing is at the path. */
  readonly found: FoundRoute | null;
  /** It is null if the path does not know the method. */
  readonly operation: Operation | null;
  readonly limit: RequestLimit;
  /** True once its body has come so slowly, or it has waited so long, that its sender has to be identified anew. */
  readonly isSlow: () => boolean;
  renderError(error: ApiError): PlainResponse;
}

const contextOf = ({ req, portal, found }: RequestInHand): RequestContext => ({
  payload: req.payload,
  portal,
  req,
  params: found?.params ?? {},
});

/** These requests are not counted unless the operation says so. */
export const openContextOf = (inHand: RequestInHand): OpenContext => ({
  ...contextOf(inHand),
  url: inHand.url,
  countStranger: inHand.limit.countStranger,
  isSlow: inHand.isSlow,
});

const placeOf = ({ path, found }: RequestInHand) => ({
  path,
  takesKeysAlone: found !== null && takesKeysAlone(found.route),
});

/** Finds the user who sent a request. */
export const callerOf = (inHand: RequestInHand): Promise<Principal | null> =>
  identify(inHand.req, inHand.portal, placeOf(inHand));

/** @throws {ApiError} `forbidden` for a caller who may not use the operation */
export const contextOfUser = (
  operation: RunOperation | ServedOperation,
  inHand: RequestInHand,
  caller: Principal | null,
): OperationContext => {
  const key = keyOf(inHand.req.user);
  assertMay(operation, caller, key);
  return { ...contextOf(inHand), caller, key };
};

/** The caller as they are once the body is there and the turn has come. @throws {ApiError} as at first */
export const presentContext = async (
  operation: RunOperation | ServedOperation,
  inHand: RequestInHand,
  first: OperationContext,
): Promise<OperationContext> => {
  if (!inHand.isSlow()) return first;
  return contextOfUser(operation, inHand, await identifyAnew(inHand.req, inHand.portal, placeOf(inHand)));
};
