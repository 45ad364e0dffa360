import type { IncomingMessage, ServerResponse } from 'node:http';
import { endUnreadBody } from './unreadBody.ts';

interface PlainAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers with a small JSON body. */
export const answerPlainly = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: PlainAnswer,
): void => {
  const content = JSON.stringify(answer.body);
  endUnreadBody(request, response);
  response.writeHead(answer.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(content),
    'Cache-Control': 'no-store',
    ...answer.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : content);
};

const retryAfterSeconds = '2';

/** What is asked while the database cannot be reached, or before the portal is ready. */
export const answerUnavailable = (request: IncomingMessage, response: ServerResponse): void =>
  answerPlainly(request, response, {
    status: 503,
    body: {
      error: 'unavailable',
      message: 'The portal cannot be reached at the moment. Try again shortly.',
      request_id: String(response.getHeader('X-Request-Id') ?? ''),
    },
    headers: { 'Retry-After': retryAfterSeconds },
  });
