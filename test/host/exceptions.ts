interface Exception {
  readonly file: string;
  /** The full names of tests in the file. */
  readonly tests: readonly string[];
  readonly reason: string;
  /** The sentence of the contract that does not hold, or that allows the exception. */
  readonly contract: string;
}

/** What cannot hold in an app that Next serves. Each test must fail there, and exist: see `expectExceptions.ts`. */
export const exceptions: readonly Exception[] = [
  {
    file: 'test/api/core/badInput.test.ts',
    tests: ['a request > to an unknown path is 404, or 401 without a key'],
    reason: 'Next redirects a path that ends in a slash before a route sees it.',
    contract:
      'served by that app’s own `next start`: everything above holds there too, but for … where the framework answers first',
  },
  {
    file: 'test/api/core/badInput.test.ts',
    tests: ['a request > by an unknown method is refused in the same shape'],
    reason: 'Next answers 400 to a method that it does not know.',
    contract: '405 and 503 where the framework answers first',
  },
  {
    file: 'test/api/core/badInput.test.ts',
    tests: ['a body > without a length is read only up to 1 MiB'],
    reason:
      'The answer is the same. Between the sender and the portal there are the buffers of two sockets and of Next, of some MB.',
    contract: '413 `payload_too_large`: JSON over 1 MiB',
  },
  {
    file: 'test/api/core/openapi.test.ts',
    tests: [
      'GET /v1/openapi.json > encodes openapi.json once for all requests, and tells its length',
      'GET /v1/openapi.json > encodes docs once for all requests, and tells its length',
    ],
    reason:
      'Next compresses a response for clients that ask, so that its length goes and its bytes are others.',
    contract: 'openapi.json and docs are served all the same',
  },
  {
    file: 'test/api/email-log/emailLog.test.ts',
    tests: ['GET /api/portal/v1/email-log > refuses ?__proto__=1 and names the parameter'],
    reason: 'Next parses the query into an object and serializes it again, which loses this name.',
    contract: 'an unknown parameter is 422',
  },
  {
    file: 'test/api/email-log/emailLog.test.ts',
    tests: ['GET /api/portal/v1/email-log > answers an unknown path 404, or 401 without credentials'],
    reason: 'Next answers 500 to a path with malformed percent signs.',
    contract:
      '404 `not_found`; everything above holds there too, but for … where the framework answers first',
  },
  {
    file: 'test/api/files/filesDownload.test.ts',
    tests: [
      'a download > returns the bytes unchanged, as an attachment that is never executed',
      'a download > of bytes=0-99 returns only that part',
      'a download > of bytes=199000- returns only that part',
      'a download > of bytes=-10 returns only that part',
      'a download > of bytes=100-999999999 returns only that part',
    ],
    reason:
      'Next takes `Content-Length` from what a route answers (`send-response.js`); `Content-Range` and the bytes are right.',
    contract: 'byte ranges; bytes come back identical',
  },
  {
    file: 'test/api/tools/mcp.test.ts',
    tests: [
      'before it reads a message, the bridge answers with errors of the API > the host evil.example is 403',
      'before it reads a message, the bridge answers with errors of the API > the host evil.example:80 is 403',
      'before it reads a message, the bridge answers with errors of the API > the host portal.test.evil.example is 403',
      'before it reads a message, the bridge answers with errors of the API > the host localhost.evil.example is 403',
      'before it reads a message, the bridge answers with errors of the API > the host 127.0.0.1.evil.example is 403',
      'before it reads a message, the bridge answers with errors of the API > the host 192.168.0.1 is 403',
      'before it reads a message, the bridge answers with errors of the API > the host [::2] is 403',
      'before it reads a message, the bridge answers with errors of the API > a host that a trusted proxy forwards is served',
    ],
    reason:
      'These requests pass our own server, which says who may forward a host; Next behind it fills an absent `X-Forwarded-Host` with the `Host`.',
    contract: 'what section 1 says of our own server',
  },
  {
    file: 'test/integration/core/logger.test.ts',
    tests: ['a request to the CMS’s own API has an id, too'],
    reason: 'The id comes from our own server, which is not in front of the CMS of an app.',
    contract: 'what section 1 says of our own server',
  },
  {
    file: 'test/integration/core/database/schemaPush.test.ts',
    tests: [
      'with NODE_ENV test and the options {} the CMS pushes its schema only if the environment is named',
    ],
    reason: 'The CMS in a production build pushes no schema; that is decided when the app is built.',
    contract: 'No command of ours pushes a schema outside `npm run dev`',
  },
];
