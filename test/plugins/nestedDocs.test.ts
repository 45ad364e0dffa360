import { nestedDocsPlugin } from '@payloadcms/plugin-nested-docs';
import { expect, it } from 'vitest';
import { portalWorks } from './portalWorks.ts';
import { startApp } from './startApp.ts';

it('puts folders into folders, and names the way to each', async () => {
  const app = await startApp({
    after: [nestedDocsPlugin({ collections: ['folders'], generateLabel: (_, { name }) => String(name) })],
    portalCollections: { folders: { apiFields: ['parent', 'breadcrumbs'] } },
  });
  const { folder } = await portalWorks(app);
  const client = await app.clientOf('customer');
  const inner = await client.post('/v1/folders', { name: 'Old', parent: folder.id });
  expect([inner.status, inner.body.parent]).toEqual([201, folder.id]);
  const wayTo = async (id: string) => {
    const { body } = await client.get(`/v1/folders/${id}`);
    return body.breadcrumbs.map(({ label }: { label: string }) => label);
  };
  expect(await wayTo(inner.body.id)).toEqual(['Logs', 'Old']);
  expect((await client.patch(`/v1/folders/${folder.id}`, { name: 'Archive' })).status).toBe(200);
  expect(await wayTo(inner.body.id)).toEqual(['Archive', 'Old']);
  const staff = await app.clientOf('it');
  const others = { name: 'Theirs', organization_id: String(app.otherCompany) };
  const foreign = await staff.post('/v1/folders', others);
  const refused = await client.post('/v1/folders', { name: 'Mine', parent: foreign.body.id });
  expect([refused.status, refused.body.details]).toMatchObject([422, [{ path: 'parent' }]]);
});
