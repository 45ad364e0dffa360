import { searchPlugin } from '@payloadcms/plugin-search';
import type { CollectionSlug } from 'payload';
import { expect, it } from 'vitest';
import { portalWorks } from './portalWorks.ts';
import { startApp } from './startApp.ts';

it('finds tickets, as they are changed and until they are deleted', async () => {
  const app = await startApp({
    after: [
      searchPlugin({
        collections: ['tickets'],
        beforeSync: ({ originalDoc, searchDoc }) => ({ ...searchDoc, title: originalDoc.subject }),
      }),
    ],
  });
  const titles = async () => {
    const { docs } = await app.payload.find({ collection: 'search' as CollectionSlug, overrideAccess: true });
    return docs.map((document) => Reflect.get(document, 'title'));
  };
  const { ticket } = await portalWorks(app);
  expect(await titles()).toEqual(['The VPN is slow']);
  const staff = await app.clientOf('it');
  expect((await staff.patch(`/v1/tickets/${ticket.id}`, { subject: 'The VPN is fast' })).status).toBe(200);
  expect(await titles()).toEqual(['The VPN is fast']);
  expect((await (await app.sessionOf('it')).delete(`/tickets/${ticket.id}`)).status).toBe(200);
  expect(await titles()).toEqual([]);
});
