import Negotiator from 'negotiator';
import { type ApiError, errorTable, retryAfter } from '../shared/errors/errors.ts';
import { inWords } from '../texts/say.ts';
import type { TranslateText } from '../texts/text.ts';
import { bodyOf, encodeInTurns } from './encoding.ts';
import type { ResponseShape } from './operation.ts';
import type { OperationResult, PageLinks } from './operationContext.ts';

/** A response before it is a `Response`: it can be stored, and sent again. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null if the status has no body. */
  readonly body: string | null;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
}

interface ErrorContext {
  requestId: string;
  /** The request's `Accept` header. */
  accept: string | null;
  /** The language of the request. */
  t: TranslateText;
}

/** Caches do not keep it, and browsers treat it only as JSON. */
const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

type Head = Omit<PlainResponse, 'body'>;

/** The status, headers and cookies of an operation that succeeded. A 204 has no body, and so no type. */
const headOf = (
  { status: usualStatus }: ResponseShape,
  { links, headers = {}, cookies = [], status: ownStatus }: OperationResult<unknown>,
  publicUrl: () => URL,
): Head => {
  const status = ownStatus ?? usualStatus;
  const link = links && linkHeader(publicUrl(), links);
  const all = { ...jsonHeaders, ...headers, ...(link && { Link: link }) };
  if (status !== 204) return { status, headers: all, cookies };
  const { 'Content-Type': _, ...withoutType } = all;
  return { status, headers: withoutType, cookies };
};

/** The response of an operation that succeeded: its output as JSON, or as text if its media type is another. */
export const successResponse = (
  shape: ResponseShape,
  result: OperationResult<unknown>,
  publicUrl: () => URL,
): PlainResponse => {
  const head = headOf(shape, result, publicUrl);
  if (head.status === 204) return { ...head, body: null };
  return { ...head, body: shape.mediaType ? String(result.output) : JSON.stringify(result.output) };
};

/** The same response, not to be stored: others have their turn while a long list is written. */
export const successInTurns = async (
  shape: ResponseShape,
  result: OperationResult<unknown>,
  publicUrl: () => URL,
): Promise<Response> => {
  const head = headOf(shape, result, publicUrl);
  if (head.status === 204) return withHead(head, null);
  const { output } = result;
  return withHead(head, shape.mediaType ? Buffer.from(String(output)) : await encodeInTurns(output));
};

/** A body that is streamed. It has no known length, and is not stored for idempotency. */
export const streamResponse = (
  { mediaType, status }: ResponseShape,
  { stream, headers }: OperationResult<unknown>,
): Response =>
  new Response(stream, {
    status,
    headers: {
      ...jsonHeaders,
      ...headers,
      'Content-Type': mediaType?.startsWith('text/') ? `${mediaType}; charset=utf-8` : String(mediaType),
    },
  });

/** Renders an error as this API's error, or as a problem of RFC 9457 for a client that asks for one. */
export const errorResponse = (error: ApiError, { requestId, accept, t }: ErrorContext): PlainResponse => {
  const { status, title } = errorTable[error.code];
  const message = inWords(error.sentence, t);
  const details = error.details?.map((detail) => ({ ...detail, message: inWords(detail.message, t) }));
  const plain = {
    error: error.code,
    message,
    // The contract gives the 401 exactly two members.
    ...(error.code !== 'unauthorized' && { request_id: requestId }),
    ...(details && { details }),
    ...error.members,
  };
  const headers = {
    ...jsonHeaders,
    ...(status === 503 && { 'Retry-After': retryAfter }),
    ...error.headers,
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  };
  if (!prefersProblem(accept)) return { status, headers, body: JSON.stringify(plain) };
  const problem = { type: 'about:blank', title, status, detail: message, ...plain };
  return {
    status,
    headers: { ...headers, 'Content-Type': problemType },
    body: JSON.stringify(problem),
  };
};

const problemType = 'application/problem+json';

/**
 * True if the client prefers `application/problem+json`. If it weighs both types the same, the one that it names first
 * counts.
 */
const prefersProblem = (accept: string | null): boolean =>
  accept !== null &&
  new Negotiator({ headers: { accept } }).mediaType(['application/json', problemType]) === problemType;

export const toResponse = ({ body, ...head }: PlainResponse): Response =>
  withHead(head, body === null ? null : Buffer.from(body));

const withHead = ({ status, headers: given, cookies = [] }: Head, bytes: Buffer | null): Response => {
  const headers = new Headers(given);
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  if (bytes === null) return new Response(null, { status, headers });
  // A server that knows the length sends all of it at once.
  headers.set('Content-Length', String(bytes.byteLength));
  return new Response(bodyOf(bytes), { status, headers });
};

/** The longest `Link` header in bytes. Clients refuse a response whose headers are too long. */
const longestLink = 8 * 1024;

/** The relations in the order in which they are wanted where not all have room. */
const byImportance = ['next', 'prev', 'first', 'last'];

/** The `Link` header (RFC 8288) of a page, the request's filters kept. Long ones leave no room for all relations. */
const linkHeader = (url: URL, links: PageLinks): string => {
  const all = relationsOf(links).map(([relation, parameters]) => ({
    relation,
    text: `<${withParameters(url, parameters)}>; rel="${relation}"`,
  }));
  const fitting = Math.floor(longestLink / Math.max(1, ...all.map(({ text }) => text.length + 2)));
  const wanted = byImportance
    .filter((name) => all.some(({ relation }) => relation === name))
    .slice(0, fitting);
  return all
    .filter(({ relation }) => wanted.includes(relation))
    .map(({ text }) => text)
    .join(', ');
};

type Relation = [name: string, parameters: Record<string, string>];

const relationsOf = (links: PageLinks): Relation[] => {
  if (links.kind === 'cursor') return links.next === null ? [] : [['next', { cursor: links.next }]];
  const { page, lastPage } = links;
  const to = (name: string, number: number): Relation => [name, { page: String(number) }];
  return [
    to('first', 1),
    ...(page > 1 ? [to('prev', Math.min(page - 1, lastPage))] : []),
    ...(page < lastPage ? [to('next', page + 1)] : []),
    to('last', lastPage),
  ];
};

const withParameters = (url: URL, parameters: Record<string, string>): string => {
  const target = new URL(url);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  return target.href;
};
