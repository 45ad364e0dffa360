import { multiTenantPlugin } from '@payloadcms/plugin-multi-tenant';
import type { CollectionConfig, CollectionSlug } from 'payload';
import { expect, it } from 'vitest';
import type { OwnApp } from '../support/portal/ownApp.ts';
import { portalWorks } from './portalWorks.ts';
import { startApp } from './startApp.ts';

const tenants: CollectionConfig = { slug: 'tenants', fields: [{ name: 'name', type: 'text' }] };

const isOfIt = (user: unknown) => Reflect.get(Object(user), 'department') === 'it';

const tenantOf = (user: unknown): unknown => Reflect.get(Object(user), 'tenants')?.[0]?.tenant ?? null;

/** An app whose tickets, folders and files each need a tenant. */
const startTenants = async ({ isFilled }: { isFilled: boolean }) => {
  const apiFields = isFilled ? [] : ['tenant'];
  const app = await startApp({
    collections: [tenants],
    portalCollections: { tickets: { apiFields }, folders: { apiFields }, files: { apiFields } },
    after: [
      multiTenantPlugin({
        collections: { tickets: {}, folders: {}, files: {} },
        userHasAccessToAllTenants: isOfIt,
        ...(isFilled && { tenantField: { defaultValue: ({ req }) => tenantOf(req.user) } }),
      }),
    ],
  });
  const [own, other] = [
    await app.make('tenants', { name: 'North' }),
    await app.make('tenants', { name: 'South' }),
  ];
  await app.payload.update({
    collection: 'users' as CollectionSlug,
    id: app.people.customer.id,
    data: { tenants: [{ tenant: own }] },
    overrideAccess: true,
  });
  return { app, own, other };
};

const storedIn = async ({ payload }: OwnApp, collection: string, id: string) => {
  const found = await payload.findByID({
    collection: collection as CollectionSlug,
    id,
    depth: 0,
    overrideAccess: true,
  });
  return Reflect.get(found, 'tenant');
};

it('takes the tenant over the API, and has the plugin say which', async () => {
  const { app, own, other } = await startTenants({ isFilled: false });
  const tenant = String(own);
  const records = await portalWorks(app, { ticket: { tenant }, folder: { tenant }, file: { tenant } });
  expect(records).toMatchObject({ ticket: { tenant }, folder: { tenant }, file: { tenant } });
  const client = await app.clientOf('customer');
  for (const wrong of [undefined, String(other)]) {
    const refused = await client.post('/v1/tickets', { subject: 'Elsewhere', tenant: wrong });
    expect([refused.status, refused.body.details]).toMatchObject([422, [{ path: 'tenant' }]]);
  }
  const staff = await app.clientOf('it');
  const moved = await staff.patch(`/v1/tickets/${records.ticket.id}`, { tenant: String(other) });
  expect(moved.body.tenant).toBe(String(other));
});

it('lets the plugin fill the tenant by the user, if the API does not know the field', async () => {
  const { app, own } = await startTenants({ isFilled: true });
  const { ticket, folder, file } = await portalWorks(app);
  expect(ticket).not.toHaveProperty('tenant');
  expect(await storedIn(app, 'tickets', ticket.id)).toBe(own);
  expect(await storedIn(app, 'folders', folder.id)).toBe(own);
  expect(await storedIn(app, 'files', file.id)).toBe(own);
});
