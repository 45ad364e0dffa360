import { seoPlugin } from '@payloadcms/plugin-seo';
import { expect, it } from 'vitest';
import { portalWorks } from './portalWorks.ts';
import { startApp } from './startApp.ts';

it.each([
  ['in a tab', true],
  ['below the fields', false],
])('gives tickets its fields %s, over the API and over the CMS’s REST', async (_, tabbedUI) => {
  const app = await startApp({
    after: [seoPlugin({ collections: ['tickets'], tabbedUI })],
    portalCollections: { tickets: { apiFields: ['meta'] } },
  });
  const { ticket } = await portalWorks(app, { ticket: { meta: { title: 'VPN' } } });
  expect(ticket.meta).toMatchObject({ title: 'VPN' });
  const session = await app.sessionOf('it');
  const meta = { title: 'VPN', description: 'Slow since the morning.' };
  expect((await session.patch(`/tickets/${ticket.id}`, { meta })).status).toBe(200);
  expect((await (await app.clientOf('it')).get(`/v1/tickets/${ticket.id}`)).body.meta).toMatchObject(meta);
});
