interface Exception {
  readonly file: string;
  /** The full names of tests in it. */
  readonly tests: readonly string[];
  readonly reason: string;
  /** The sentence of the contract that does not hold, or that lets it. */
  readonly contract: string;
}

/** What cannot hold in an app that Next serves. Each test must fail there, and exist: see `expectExceptions.ts`. */
export const exceptions: readonly Exception[] = [
  {
    file: 'test/api/badInput.test.ts',
    tests: ['a request > to nowhere is 404, without a key 401'],
    reason: 'Next redirects a path that ends in a slash before a route sees it.',
    contract:
      'served by that app’s own `next start`: everything above holds there too, but for … where the framework answers first',
  },
  {
    file: 'test/api/badInput.test.ts',
    tests: ['a request > by an unknown method is refused in the same shape'],
    reason: 'Next answers 400 to a method that it does not know.',
    contract: '405 and 503 where the framework answers first',
  },
  {
    file: 'test/api/badInput.test.ts',
    tests: ['a body > without a length is read no further than 1 MiB'],
    reason:
      'The answer is the same. Between the sender and the portal there are the buffers of two sockets and of Next, of some MB.',
    contract: '413 `payload_too_large`: JSON over 1 MiB',
  },
  {
    file: 'test/api/emailLog.test.ts',
    tests: ['GET /api/portal/v1/email-log > refuses ?__proto__=1 and names the parameter'],
    reason: 'Next reads the query into an object and writes it anew, which loses this name.',
    contract: 'an unknown parameter is 422',
  },
  {
    file: 'test/api/emailLog.test.ts',
    tests: ['GET /api/portal/v1/email-log > answers what is not there 404, to strangers 401'],
    reason: 'Next answers 500 to a path with malformed percent signs.',
    contract:
      '404 `not_found`; everything above holds there too, but for … where the framework answers first',
  },
  {
    file: 'test/api/filesDownload.test.ts',
    tests: [
      'a download > brings the bytes back as they were sent, to be saved and never to be run',
      'a download > of bytes=0-99 has that part alone',
      'a download > of bytes=199000- has that part alone',
      'a download > of bytes=-10 has that part alone',
      'a download > of bytes=100-999999999 has that part alone',
    ],
    reason:
      'Next takes `Content-Length` from what a route answers (`send-response.js`); `Content-Range` and the bytes are right.',
    contract: 'byte ranges; bytes come back identical',
  },
  {
    file: 'test/api/mcp.test.ts',
    tests: [
      'what is refused before it comes to a message is an error of the API > the host evil.example is 403',
      'what is refused before it comes to a message is an error of the API > the host evil.example:80 is 403',
      'what is refused before it comes to a message is an error of the API > the host portal.test.evil.example is 403',
      'what is refused before it comes to a message is an error of the API > the host localhost.evil.example is 403',
      'what is refused before it comes to a message is an error of the API > the host 127.0.0.1.evil.example is 403',
      'what is refused before it comes to a message is an error of the API > the host 192.168.0.1 is 403',
      'what is refused before it comes to a message is an error of the API > the host [::2] is 403',
      'what is refused before it comes to a message is an error of the API > a host that a trusted proxy forwards is served',
    ],
    reason:
      'These requests pass our own server, which says who may forward a host; Next behind it fills an absent `X-Forwarded-Host` with the `Host`.',
    contract: 'what section 1 says of our own server',
  },
  {
    file: 'test/integration/logger.test.ts',
    tests: ['a request of the CMS’s own has its id, too'],
    reason: 'The id comes from our own server, which does not stand before the CMS of an app.',
    contract: 'what section 1 says of our own server',
  },
  {
    file: 'test/integration/schemaPush.test.ts',
    tests: [
      'with NODE_ENV test and the options {} the CMS pushes its schema only if the environment is named',
    ],
    reason: 'The CMS in a production build pushes no schema; that is decided when the app is built.',
    contract: 'No command of ours pushes a schema outside `npm run dev`',
  },
];
