import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bytesOnDisk,
  call,
  type FilesPortal,
  makeFolder,
  startFilesPortal,
  upload,
} from '../../support/api/files.ts';

interface FolderBody {
  id: string;
  name: string;
  organization_id: string;
  created_at: string;
  error?: string;
  details?: { path: string }[];
}

let portal: FilesPortal;
beforeAll(async () => {
  portal = await startFilesPortal();
});
afterAll(() => portal.stop());

const as = (who: keyof FilesPortal['keys']) => portal.keys[who];

const folders = (path: string, who: keyof FilesPortal['keys'], method = 'GET', json?: unknown) =>
  call<FolderBody>(portal, `/folders${path}`, { key: as(who), method, ...(json !== undefined && { json }) });

describe('a folder', () => {
  it('is made for the only organization of its creator', async () => {
    const { status, headers, body } = await folders('', 'client', 'POST', { name: 'Plans 📁' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Plans 📁',
      organization_id: String(portal.people.organization),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(headers.get('Location')).toBe(`/api/v1/folders/${body.id}`);
    expect((await folders(`/${body.id}`, 'client')).body).toEqual(body);
  });

  it('of a spanning key needs its organization named, and no other caller may name one', async () => {
    const named = { name: 'Named', organization_id: String(portal.people.otherOrganization) };
    const made = await folders('', 'spanning', 'POST', named);
    expect([made.status, made.body.organization_id]).toEqual([201, named.organization_id]);
    for (const [who, json] of [
      ['spanning', { name: 'Nobody’s' }],
      ['spanning', { name: 'Nobody’s', organization_id: '999999' }],
      ['client', named],
      ['staff', named],
    ] as const) {
      const { status, body } = await folders('', who, 'POST', json);
      expect([status, body.details?.map(({ path }) => path)]).toEqual([422, ['organization_id']]);
    }
  });

  it.each([
    {},
    { name: '' },
    { name: ' \t' },
    { name: 'a\nb' },
    { name: 'a\0' },
    { name: 'x'.repeat(256) },
    { name: 1 },
  ])('is not created from %j', async (json) => {
    const { status, body } = await folders('', 'client', 'POST', json);
    expect([status, body.details?.map(({ path }) => path)]).toEqual([422, ['name']]);
  });

  it('is renamed, and keeps its organization', async () => {
    const id = await makeFolder(portal, as('client'));
    const { status, body } = await folders(`/${id}`, 'staff', 'PATCH', { name: 'Renamed' });
    expect([status, body.name]).toEqual([200, 'Renamed']);
    const moved = await folders(`/${id}`, 'spanning', 'PATCH', { organization_id: '1', name: 'x' });
    expect([moved.status, moved.body.details?.map(({ path }) => path)]).toEqual([422, ['organization_id']]);
    expect((await folders(`/${id}`, 'client')).body.name).toBe('Renamed');
  });

  it('is deleted only if it is empty', async () => {
    const id = await makeFolder(portal, as('client'));
    const { body: file } = await upload(portal, { key: as('client'), folder: id });
    const full = await folders(`/${id}`, 'client', 'DELETE');
    expect([full.status, full.body.error]).toEqual([409, 'conflict']);
    await call(portal, `/files/${file.id}`, { key: as('client'), method: 'DELETE' });
    const empty = await folders(`/${id}`, 'client', 'DELETE');
    expect([empty.status, empty.body]).toEqual([204, null]);
    expect((await folders(`/${id}`, 'client')).status).toBe(404);
    expect((await folders(`/${id}`, 'client', 'DELETE')).status).toBe(404);
  });

  it('is never deleted while a file is being uploaded into it', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await makeFolder(portal, as('client'));
      const [deleted, ...uploads] = await Promise.all([
        folders(`/${id}`, 'client', 'DELETE'),
        ...Array.from({ length: 3 }, () => upload(portal, { key: as('client'), folder: id })),
      ]);
      const made = uploads.filter(({ status }) => status === 201).length;
      expect(uploads.every(({ status }) => status === 201 || status === 422)).toBe(true);
      expect(deleted.status).toBe(made === 0 ? 204 : 409);
    }
    const { docs } = await portal.payload.find({
      collection: 'files',
      where: { folder: { exists: false } },
      overrideAccess: true,
    });
    expect(docs).toEqual([]);
    expect(bytesOnDisk(portal).waiting).toEqual([]);
  });

  it('of another organization is answered like an unknown one', async () => {
    const id = await makeFolder(portal, as('client'));
    for (const [method, json] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
      const theirs = await folders(`/${id}`, 'stranger', method, json);
      const none = await folders('/999999', 'stranger', method, json);
      expect([theirs.status, theirs.body.error]).toEqual([404, none.body.error]);
    }
    const { body } = await call<{ data: FolderBody[] }>(portal, '/folders?per_page=100', {
      key: as('stranger'),
    });
    expect(body.data.map((folder) => folder.id)).not.toContain(id);
  });

  it('is listed by organization only for a spanning key', async () => {
    await makeFolder(portal, as('stranger'), 'Theirs');
    const organization = String(portal.people.otherOrganization);
    const { body } = await call<{ data: FolderBody[] }>(portal, `/folders?organization_id=${organization}`, {
      key: as('spanning'),
    });
    expect(new Set(body.data.map(({ organization_id }) => organization_id))).toEqual(new Set([organization]));
    const { status } = await folders(`?organization_id=${organization}`, 'client');
    expect(status).toBe(422);
  });
});
