interface Exception {
  /** The file, and the full name of the test in it. */
  readonly file: string;
  readonly test: string;
  readonly reason: string;
  /** The sentence of the contract or of the documents that does not hold. */
  readonly contract: string;
}

/** What cannot hold in an app that Next serves. Each must fail there, and be there: see `expectExceptions.ts`. */
export const exceptions: readonly Exception[] = [
  {
    file: 'test/api/bad-input.test.ts',
    test: 'a request > to nowhere is 404, without a key 401',
    reason: 'Next redirects a path that ends in a slash before any route sees it.',
    contract: 'everything above holds there too, but for … where the framework answers first',
  },
  {
    file: 'test/api/bad-input.test.ts',
    test: 'a request > by a method that nobody has heard of is refused in the same shape',
    reason: 'Next answers 400 to a method that is none of HTTP’s own.',
    contract: '405 where the framework answers first',
  },
  {
    file: 'test/api/email-log.test.ts',
    test: 'GET /api/portal/v1/email-log > refuses ?__proto__=1 and names the parameter',
    reason: 'Next reads the query into an object and writes it anew, which loses this name.',
    contract: 'unknown parameters are 422',
  },
  {
    file: 'test/api/email-log.test.ts',
    test: 'GET /api/portal/v1/email-log > answers what is not there 404, to strangers 401',
    reason: 'Next answers 500 to a path whose percent signs are malformed.',
    contract: '404 `not_found`',
  },
  {
    file: 'test/integration/logger.test.ts',
    test: 'a request of the CMS’s own has its id, too',
    reason: 'The id comes from our own server, which in an app does not stand before the CMS.',
    contract: 'everything above holds there too, but for what section 1 says of our own server',
  },
];
