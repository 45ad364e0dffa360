import { postgresAdapter } from '@payloadcms/db-postgres';
import { expect, it } from 'vitest';
import { startOwnApp } from '../../../support/portal/ownApp.ts';
import { createDatabase, query, stopAfterTest } from '../../../support/portal/payload.ts';

it('an app whose adapter has a `schemaName` has the portal’s tables there', async () => {
  const databaseUrl = await createDatabase();
  await query(databaseUrl, 'create schema shop');
  const db = postgresAdapter({ pool: { connectionString: databaseUrl }, push: false, schemaName: 'shop' });
  const app = await startOwnApp({ app: { db } });
  stopAfterTest(app);
  const staff = await app.clientOf('it');
  const ticket = { subject: 'The VPN is slow', organization_id: String(app.company) };
  expect((await staff.post('/v1/tickets', ticket)).status).toBe(201);
  expect((await staff.get('/v1/tickets?search=vpn')).body.meta.total).toBe(1);
  await app.payload.sendEmail({ to: 'ann@example.com', subject: 'Hello', text: '…' }).catch(() => {});
  await expect
    .poll(async () => (await staff.get('/portal/v1/email-log?search=hello')).body.data)
    .toMatchObject([{ to: 'ann@example.com' }]);
  expect(await query(databaseUrl, 'select subject from shop.email_log')).toEqual([{ subject: 'Hello' }]);
  const outside = await query(databaseUrl, `select tablename from pg_tables where schemaname = 'public'`);
  expect(outside).toEqual([]);
});
