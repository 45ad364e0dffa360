import type { PayloadRequest } from 'payload';
import { publicOrigin } from '../request/publicOrigin.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { say } from '../texts/say.ts';
import { idempotentSubject, readIdempotencyKey, replay, respondOnce } from './idempotency/respondOnce.ts';
import type { HolderOperation, Operation, RunOperation } from './operation.ts';
import type { OperationContext, OperationResult } from './operationContext.ts';
import { parseInput, prepareOperation } from './prepareOperation.ts';
import { readInput } from './readInput.ts';
import { openContextOf, presentContext, type RequestInHand } from './requestInHand.ts';
import {
  type PlainResponse,
  streamResponse,
  successInTurns,
  successResponse,
  toResponse,
} from './response.ts';
import { inStoringTurn, inTurnAt, inTurnOf } from './turns.ts';
import { assertRoomForChange } from './upload/diskRoom.ts';

/** Runs an operation for the holder of a link or a signature. */
export const responseToHolder = async (
  operation: HolderOperation,
  inHand: RequestInHand,
  first: unknown,
): Promise<Response> => {
  const { req, renderError } = inHand;
  const admitIfSlow = async () =>
    inHand.isSlow() ? operation.who.admit({ ...openContextOf(inHand), countStranger: () => {} }) : first;
  // The path that a browser knows holds the secret of a link.
  const keyFor = (one: unknown) =>
    readIdempotencyKey(req, operation.path, operation.idempotentAs?.(one) ?? null);
  keyFor(first);
  const given = await readInput(operation, inHand, null);
  const work = async () => {
    const holder = await admitIfSlow();
    const key = keyFor(holder);
    const input = parseInput(operation.input, given.parse(), given.others);
    const run = () => operation.run(input, { ...openContextOf(inHand), holder, admitIfSlow });
    if (!key) return respond(operation, await run(), inHand);
    const request = { ...key, fingerprint: given.fingerprint };
    const perform = async () => successOf(operation, await run(), inHand);
    return toResponse(await respondOnce({ req, request, perform, renderError }));
  };
  try {
    const subject = operation.who.turnOf?.(first);
    const inTurn = inTurnOfFiles(operation, req, work);
    return await (subject === undefined ? inTurn() : inTurnAt(req.payload, subject, inTurn));
  } finally {
    await given.discard?.();
  }
};

/** Runs an operation for a user. */
export const responseToUser = async (
  operation: RunOperation,
  inHand: RequestInHand,
  first: OperationContext,
): Promise<Response> => {
  const { req, path, portal, renderError } = inHand;
  const { method, body, response } = operation;
  if (method !== 'GET' && method !== 'DELETE') await assertRoomForChange(portal, first.caller);
  const isReplayable = method === 'POST' && !body?.raw;
  const key = isReplayable ? readIdempotencyKey(req, path, idempotentSubject(req, first.caller)) : null;
  const given = await readInput(operation, inHand, first.caller);
  const request = key && { ...key, fingerprint: given.fingerprint };
  const work = async () => {
    const context = await presentContext(operation, inHand, first);
    const replayed = request && (await replay(req, request));
    if (replayed) return toResponse(replayed);
    const run = await prepareOperation(operation, context, given);
    if (!request) return respond(operation, await run(), inHand);
    const perform = async () => successOf(operation, await run(), inHand);
    const kept = response.isShownOnce ? renderError(shownBefore()) : undefined;
    return toResponse(await respondOnce({ req, request, perform, renderError, kept }));
  };
  try {
    // An upload may come slowly: the turn begins when it is here.
    return await inTurnOf(req.payload, first.caller, inTurnOfFiles(operation, req, work));
  } finally {
    await given.discard?.();
  }
};

/** The answer to a second request whose first response held a secret, which is not kept. */
const shownBefore = (): ApiError => new ApiError('conflict', say('errors:shownBefore'));

/** The work of a request that has arrived whole. One that stores or deletes files takes a turn among all of these. */
const inTurnOfFiles = (
  { body, deletesFiles }: Operation,
  { payload }: PayloadRequest,
  work: () => Promise<Response>,
): (() => Promise<Response>) => (body?.isUpload || deletesFiles ? () => inStoringTurn(payload, work) : work);

const respond = async (
  { response }: Operation,
  result: OperationResult<unknown>,
  { req, url }: RequestInHand,
): Promise<Response> =>
  result.stream
    ? streamResponse(response, result)
    : successInTurns(response, result, () => publicUrl(req, url));

const successOf = (
  operation: Operation,
  result: OperationResult<unknown>,
  { req, url }: RequestInHand,
): PlainResponse => successResponse(operation.response, result, () => publicUrl(req, url));

const publicUrl = ({ payload, origin }: PayloadRequest, { pathname, search }: URL): URL =>
  new URL(pathname + search, publicOrigin(payload) ?? origin);
