/**
 * The suites that run once more on the bundle of `next build`, by what a bundle has broken or may break; where the rules
 * of the portal alone are tested, the sources say the same. The bundle is that of `output: 'standalone'`, which has the
 * files that Next traced and no others, so that the plain one holds what this one does.
 */
const suites: Readonly<Record<string, readonly string[]>> = {
  'Next, not our server, parses the request and sends the answer: paths, hosts, lengths, streams, HEAD': [
    'test/api/badInput',
    'test/api/cors',
    'test/api/emailLog',
    'test/api/filesDownload',
    'test/api/mcp',
    'test/api/tick',
  ],
  'errors are known by what they hold, though their classes are shortened and exist twice': [
    'test/integration/impossibleValues',
    'test/integration/languages',
  ],
  'the CMS, drizzle and zod may be there twice, and our patches of them must reach the right one': [
    'test/api/openapi',
    'test/integration/brokenConnections',
    'test/integration/ownApp',
    'test/integration/slugs',
    'test/integration/transactions',
  ],
  'NODE_ENV is production since the build': ['test/integration/schemaPush'],
  'state of the process hangs on a Symbol, or on async storage': [
    'test/api/metrics',
    'test/api/rateLimit',
    'test/integration/initiator',
    'test/integration/logger',
    'test/integration/serverUrl',
  ],
  'mail is intercepted where the CMS makes its adapter, and transports are loaded by need': [
    'test/integration/afterEmail',
    'test/integration/interception',
    'test/integration/mailOfAJob',
    'test/integration/settings',
    'test/mail/phpmail',
    'test/mail/proxy',
    'test/mail/smtp',
  ],
  'libraries are imported late, or start threads': ['test/inbound/process', 'test/inbound/postfix'],
  'files on disk and in S3, temporary ones among them': ['test/api/files', 'test/api/filesS3'],
  'a process starts, works and stops; jobs are run': [
    'test/faults/destroy',
    'test/integration/queue',
    'test/webhooks/sender',
  ],
};

export const bundledSuites = (): string[] =>
  Object.values(suites).flatMap((names) => names.map((name) => `${name}.test.ts`));
