import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importExportPlugin } from '@payloadcms/plugin-import-export';
import { expect, it } from 'vitest';
import { portalWorks } from './portalWorks.ts';
import { startApp } from './startApp.ts';

it('exports tickets as a file', async () => {
  const staticDir = mkdtempSync(join(tmpdir(), 'exports-'));
  const app = await startApp({
    after: [
      importExportPlugin({
        collections: [{ slug: 'tickets', export: { disableJobsQueue: true } }],
        overrideExportCollection: ({ collection }) => ({
          ...collection,
          upload: { ...Object(collection.upload), staticDir },
        }),
      }),
    ],
  });
  const { ticket } = await portalWorks(app);
  const session = await app.sessionOf('it');
  const exported = await session.post('/exports', {
    collectionSlug: 'tickets',
    format: 'csv',
    fields: ['id', 'subject'],
    name: 'tickets',
  });
  expect([exported.status, exported.body]).toMatchObject([201, { doc: { filename: expect.any(String) } }]);
  const { filename } = exported.body.doc;
  const headers = { Authorization: String(session.authorization) };
  const response = await app.fetch(`/api/exports/file/${filename}`, { headers });
  expect((await response.text()).trim().split('\n').slice(1)).toEqual([`${ticket.id},The VPN is slow`]);
});
