import type { ServedRequest } from '../../../core/http/operationContext.ts';
import { isApiError } from '../../../core/shared/errors/errors.ts';
import type { Sdk } from './sdk.ts';

/** The content of a body, or the response if nothing in it can be answered. */
type ReceivedBody =
  | { readonly kind: 'messages'; readonly body: unknown; readonly messages: readonly unknown[] }
  | { readonly kind: 'rejected'; readonly response: Response };

const mostMessages = 100;

/** Reads the body of a request as a message of JSON-RPC, or as a batch of them, which older revisions know. */
export const receiveMessages = async (sdk: Sdk, request: ServedRequest): Promise<ReceivedBody> => {
  const { InvalidParams, InvalidRequest, ParseError } = sdk.ProtocolErrorCode;
  const read = await jsonOf(request);
  if (read === 'malformed') return rejected(ParseError, 'Parse error: the body is not valid JSON.');
  if (read === 'tooLarge') return rejected(InvalidRequest, 'Invalid Request: it holds too many values.');
  const { body } = read;
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (messages.length === 0) return rejected(InvalidRequest, 'Invalid Request: the batch is empty.');
  if (messages.length > mostMessages)
    return rejected(InvalidRequest, `Invalid Request: a batch holds ${mostMessages} messages at most.`);
  const isMessage = (message: unknown) =>
    sdk.isJSONRPCRequest(message) || sdk.isJSONRPCNotification(message) || sdk.isJSONRPCResponse(message);
  // The sender of a request gets its answer by its id, whatever is wrong with the parameters.
  const asked = withoutParameters(body);
  if (!isMessage(body) && sdk.isJSONRPCRequest(asked))
    return rejected(InvalidParams, 'Invalid params: they have to be an object.', asked.id);
  if (!messages.every(isMessage))
    return rejected(InvalidRequest, 'Invalid Request: this is no JSON-RPC message.');
  const ids = messages.filter((message) => sdk.isJSONRPCRequest(message)).map(({ id }) => id);
  // Both would be carried out, and only one of them answered.
  if (new Set(ids).size < ids.length)
    return rejected(InvalidRequest, 'Invalid Request: two requests of the batch have the same id.');
  return { kind: 'messages', body, messages };
};

/** The parsed JSON, or the reason why there is none. */
const jsonOf = async ({
  read,
}: ServedRequest): Promise<{ readonly body: unknown } | 'malformed' | 'tooLarge'> => {
  try {
    return { body: await read() };
  } catch (error) {
    if (isApiError(error) && error.code === 'bad_request') return 'malformed';
    if (isApiError(error) && error.code === 'validation_failed') return 'tooLarge';
    throw error;
  }
};

const withoutParameters = (body: unknown): unknown => {
  const { params: _, ...message } = Object(body) as Record<string, unknown>;
  return message;
};

const rejected = (code: number, message: string, id: string | number | null = null): ReceivedBody => ({
  kind: 'rejected',
  response: Response.json(
    { jsonrpc: '2.0', error: { code, message }, id },
    { status: id === null ? 400 : 200 },
  ),
});
