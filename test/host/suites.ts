/**
 * The suites that run once more on the bundle of `next build`, by what a bundle has broken or may break: one or two for each kind, for the
 * sources say the same of the others. The bundle is that of `output: 'standalone'`, which has the
 * files that Next traced and no others, so that the plain one holds what this one does.
 */
const suites: Readonly<Record<string, readonly string[]>> = {
  'Next, not our server, parses the request and sends the answer: paths, hosts, lengths, streams, HEAD': [
    'test/api/core/badInput',
    'test/api/email-log/emailLog',
    'test/api/files/filesDownload',
    'test/api/tools/mcp',
  ],
  'errors are known by what they hold, though their classes are shortened and exist twice': [
    'test/integration/core/impossibleValues',
  ],
  'the CMS, drizzle and zod may be there twice, and our patches of them must reach the right one': [
    'test/api/core/openapi',
    'test/integration/core/database/brokenConnections',
    'test/integration/core/ownApp',
    'test/integration/core/database/transactions',
  ],
  'NODE_ENV is production since the build': ['test/integration/core/database/schemaPush'],
  'state of the process hangs on a Symbol, or on async storage': [
    'test/api/monitoring/metrics',
    'test/integration/mail/initiator',
    'test/integration/core/logger',
  ],
  'mail is intercepted where the CMS makes its adapter, and transports are loaded by need': [
    'test/integration/email-log/afterEmail',
    'test/integration/mail/interception',
    'test/integration/settings/settings',
    'test/mail/smtp',
  ],
  'libraries are imported late, or start threads': ['test/inbound/process'],
  'files on disk and in S3, temporary ones among them': ['test/api/files/filesS3'],
  'a process starts, works and stops; jobs are run': ['test/faults/destroy', 'test/integration/core/queue'],
};

export const bundledSuites = (): string[] =>
  Object.values(suites).flatMap((names) => names.map((name) => `${name}.test.ts`));
