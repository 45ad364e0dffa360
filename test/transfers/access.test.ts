import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKey, sessionOf } from '../support/api/api.ts';
import { makeFolder, upload } from '../support/api/files.ts';
import { tusClient } from '../support/api/uploads.ts';
import { startTransfers, type TransfersWorld } from './transfersWorld.ts';

/** Rights that the option `access` takes away hold for transfers, too. */

let world: TransfersWorld;
beforeAll(async () => {
  world = await startTransfers({
    access: {
      'files:read': ({ role }) => role !== 'representative',
      'transfers:write': ({ role }) => role !== 'technician',
    },
  });
});
afterAll(() => world.stop());

describe('an app that takes a right away', () => {
  it('has no file of a folder sent by those who may not read it', async () => {
    const { people, keys } = world;
    const { body: file } = await upload(world, {
      key: keys.client,
      folder: await makeFolder(world, keys.client),
    });
    const fields = { title: 'Plans', organization_id: String(people.organization) };
    const representative = sessionOf(world, people.representative);
    expect((await representative.post('/portal/v1/transfers', fields)).status).toBe(201);
    const refused = await representative.post('/portal/v1/transfers', { ...fields, file_ids: [file.id] });
    expect(refused.status).toBe(403);
    const editor = sessionOf(world, people.editor);
    expect((await editor.post('/portal/v1/transfers', { ...fields, file_ids: [file.id] })).status).toBe(201);
  });

  it('has no transfer made or filled by those who may not write them', async () => {
    const { people, staff } = world;
    const technician = sessionOf(world, people.technician);
    expect((await technician.post('/portal/v1/transfers', { title: 'Plans' })).status).toBe(403);
    const { body: draft } = await staff.post('/v1/transfers', { title: 'Plans' });
    const metadata = { filename: 'plan.bin', target: `transfer:${draft.id}` };
    const begin = async (person: { token: string }) =>
      (await tusClient(world, { Authorization: `JWT ${person.token}` }).begin({ size: 5, metadata })).status;
    expect(await begin(people.technician)).toBe(403);
    expect(await begin(people.editor)).toBe(201);
    const key = await makeKey(world, people.administrator, {
      owner: people.editor,
      scopes: ['files:write'],
    });
    const by = { Authorization: `Bearer ${key}` };
    const refused = await tusClient(world, by).begin({ size: 5, metadata });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This API key needs the scope transfers:write.',
    ]);
  });
});
