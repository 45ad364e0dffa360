import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { portalOf } from 'payload-support-portal';
import { expect, it } from 'vitest';
import { createDatabase, query, startPortal, stopAfterTest } from '../../../support/portal/payload.ts';

/** The statements of docs/integrators.md for the role of an existing database. */
const grants = (database: string, role: string): string => {
  const page = readFileSync('docs/integrators.md', 'utf8');
  const [, statements = ''] = /```sql\n(grant .*?)```/s.exec(page) ?? [];
  return statements.replaceAll('"app"', `"${database}"`).replaceAll('"portal"', `"${role}"`);
};

it('a database role with the documented rights migrates, creates its schema and indexes, and works', async () => {
  const owner = await createDatabase();
  const role = `portal_${randomUUID().slice(0, 8)}`;
  const url = new URL(owner);
  await query(owner, `create role ${role} login password 'secret'`);
  await query(owner, grants(url.pathname.slice(1), role));
  url.username = role;
  url.password = 'secret';
  const portal = stopAfterTest(await startPortal({ databaseUrl: url.href }));
  await portalOf(portal.payload)?.work();
  const made = `select to_regclass('support_portal.jobs') is not null as jobs,
    (select count(*)::int from pg_indexes where indexdef like '%gin_trgm_ops%') as searches`;
  await expect.poll(() => query(owner, made)).toEqual([{ jobs: true, searches: 4 }]);
});
