import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lineAt } from '../../../src/core/http/turns.ts';
import {
  bytesOnDisk,
  call,
  type FileBody,
  type FilesPortal,
  makeFolder,
  pathOf,
  startFilesPortal,
  storedPath,
  upload,
} from '../../support/api/files.ts';
import { deliver, withInbound, written } from '../../support/mail/inbound.ts';

let portal: FilesPortal;
let folder: string;
const scanned: string[] = [];
/** The end of a scan that takes long. */
let longScan: Promise<void> = Promise.resolve();
const tempFileDir = mkdtempSync(join(tmpdir(), 'portal-cms-'));
beforeAll(async () => {
  portal = await startFilesPortal(
    {
      ...withInbound,
      files: {
        maxBytes: 10_000,
        scan: async ({ path, filename }) => {
          scanned.push(filename);
          if (filename === 'large.txt') await longScan;
          if (readFileSync(path, 'utf8').includes('EICAR')) throw new Error('The file is infected.');
        },
      },
    },
    { upload: { useTempFiles: true, tempFileDir } },
  );
  folder = await makeFolder(portal, portal.keys.client);
});
afterAll(async () => {
  await portal.stop();
  rmSync(tempFileDir, { recursive: true });
});

interface CmsFile {
  id: number;
  filename: string;
  name: string;
  mimeType: string;
  filesize: number;
  organization: { id: number };
  uploadedBy: { id: number };
  url: string;
}

const authorization = (who: 'representative' | 'client' | 'editor') => ({
  Authorization: `JWT ${portal.people[who].token}`,
});

const post = async (
  who: 'representative' | 'client' | 'editor',
  { name = 'note.txt', content = 'hello', type = 'text/plain', data = {} as object, to = folder } = {},
) => {
  const form = new FormData();
  form.set('file', new File([content], name, { type }));
  form.set('_payload', JSON.stringify({ folder: Number(to), ...data }));
  const response = await portal.fetch('/api/files', {
    method: 'POST',
    headers: authorization(who),
    body: form,
  });
  const body = (await response.json()) as { doc: CmsFile; errors?: { message: string }[] };
  return { status: response.status, ...body };
};

const state = async () => {
  const { totalDocs } = await portal.payload.count({ collection: 'files', overrideAccess: true });
  return { rows: totalDocs, ...bytesOnDisk(portal), ofTheCms: readdirSync(tempFileDir) };
};

describe('an upload through the CMS’s own API', () => {
  it('follows the same rules', async () => {
    const { status, doc } = await post('representative', {
      name: '..\\../a\u202Eb.png',
      content: '<!doctype html>',
      type: 'image/png',
      data: { name: 'mine', organization: portal.people.otherOrganization, uploadedBy: 1, filename: 'x.png' },
    });
    expect(status).toBe(201);
    expect(doc).toMatchObject({ name: 'ab.png', mimeType: 'text/html', filesize: 15 });
    expect(doc.filename).toMatch(/^[\da-f-]{36}$/);
    expect(doc.organization.id).toBe(portal.people.organization);
    expect(doc.uploadedBy.id).toBe(portal.people.representative.id);
    const read = await call<FileBody>(portal, `/files/${doc.id}`, { key: portal.keys.client });
    expect(await (await portal.fetch(pathOf(read.body.download_url))).text()).toBe('<!doctype html>');
  });

  it.each<[string, () => ReturnType<typeof post>, number]>([
    ['a folder out of reach', async () => post('representative', { to: await strangersFolder() }), 422],
    ['no name', () => post('editor', { name: '\u202E' }), 422],
    ['too many bytes', () => post('editor', { content: 'x'.repeat(10_001) }), 413],
    ['a virus', () => post('editor', { content: 'EICAR' }), 422],
  ])('with %s is refused, and nothing is stored', async (_case, act, status) => {
    expect(readdirSync(tempFileDir)).toEqual([]);
    const before = await state();
    expect((await act()).status).toBe(status);
    expect(await state()).toEqual(before);
  });

  const strangersFolder = () => makeFolder(portal, portal.keys.stranger);

  it('needs a file, even if the body names an address', async () => {
    const before = await state();
    const response = await portal.fetch('/api/files', {
      method: 'POST',
      headers: { ...authorization('editor'), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        folder: Number(folder),
        filename: 'a.txt',
        url: `${portal.config.serverURL}/x`,
      }),
    });
    expect(response.status).toBe(422);
    expect(await state()).toEqual(before);
  });
});

describe('a file in the CMS’s own API', () => {
  it('is served as a download, never to be executed, to users who may read it', async () => {
    const { doc } = await post('representative', { name: 'page.html', content: '<script></script>' });
    const path = `/api/files/file/${doc.filename}`;
    for (const who of ['representative', 'client', 'editor'] as const) {
      const response = await portal.fetch(path, { headers: authorization(who) });
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="page.html"');
      expect(response.headers.get('Content-Security-Policy')).toContain('sandbox');
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(await response.text()).toBe('<script></script>');
    }
    expect((await portal.fetch(path)).status).toBe(403);
    const range = await portal.fetch(path, { headers: { ...authorization('editor'), Range: 'bytes=1-6' } });
    expect([range.status, await range.text()]).toEqual([206, 'script']);
    const outside = await portal.fetch(path, { headers: { ...authorization('editor'), Range: 'bytes=99-' } });
    expect([outside.status, outside.headers.get('Content-Range')]).toEqual([416, 'bytes */17']);
  });

  it('of another organization does not exist for a representative', async () => {
    const { body } = await upload(portal, {
      key: portal.keys.stranger,
      folder: await makeFolder(portal, portal.keys.stranger),
    });
    const stored = await portal.payload.findByID({ collection: 'files', id: body.id, overrideAccess: true });
    const headers = authorization('representative');
    expect((await portal.fetch(`/api/files/file/${stored.filename}`, { headers })).status).toBe(403);
    expect((await portal.fetch(`/api/files/${body.id}`, { headers })).status).toBe(404);
    expect((await portal.fetch(`/api/files/${body.id}`, { method: 'DELETE', headers })).status).not.toBe(200);
    const read = await call(portal, `/files/${body.id}`, { key: portal.keys.stranger });
    expect(read.status).toBe(200);
  });

  it('cannot be changed', async () => {
    const { doc } = await post('editor');
    const form = new FormData();
    form.set('file', new File(['other'], 'other.txt'));
    form.set('_payload', '{}');
    const headers = authorization('editor');
    const change = await portal.fetch(`/api/files/${doc.id}`, { method: 'PATCH', headers, body: form });
    expect([403, 422]).toContain(change.status);
    expect(await (await portal.fetch(`/api/files/file/${doc.filename}`, { headers })).text()).toBe('hello');
  });

  it('loses its bytes when it is deleted', async () => {
    const { doc } = await post('editor');
    expect(bytesOnDisk(portal).stored).toContain(doc.filename);
    await portal.fetch(`/api/files/${doc.id}`, { method: 'DELETE', headers: authorization('editor') });
    await expect.poll(() => bytesOnDisk(portal).stored).not.toContain(doc.filename);
  });

  it('keeps its bytes if the deletion is not committed', async () => {
    const { doc } = await post('editor');
    const { deleteOne } = portal.payload.db;
    portal.payload.db.deleteOne = () => Promise.reject(new Error('The database is away.'));
    await portal.payload.delete({ collection: 'files', id: doc.id, overrideAccess: true }).catch(() => {});
    portal.payload.db.deleteOne = deleteOne;
    expect(readFileSync(storedPath(portal, doc.filename), 'utf8')).toBe('hello');
  });

  it('leaves no bytes if its row is not committed', async () => {
    await expect.poll(() => bytesOnDisk(portal).waiting).toEqual([]);
    const before = await state();
    const { commitTransaction, rollbackTransaction } = portal.payload.db;
    portal.payload.db.commitTransaction = async (id) => {
      await rollbackTransaction.call(portal.payload.db, id);
      throw new Error('The commit failed.');
    };
    expect((await upload(portal, { key: portal.keys.client, folder })).status).toBe(500);
    portal.payload.db.commitTransaction = commitTransaction;
    await expect.poll(state).toEqual(before);
  });
});

describe('the scan', () => {
  it('sees each file before any user does, and its refusal is told', async () => {
    const infected = await upload(portal, {
      key: portal.keys.client,
      folder,
      content: 'EICAR',
      name: 'bad.txt',
    });
    expect(scanned).toContain('bad.txt');
    expect(infected.status).toBe(422);
    expect(infected.body.details).toEqual([{ path: 'file', message: 'The file is infected.' }]);
    expect(bytesOnDisk(portal).waiting).toEqual([]);
  });

  it('holds up no change of the ticket, no reply and no other file, however long it takes', async () => {
    const { client, staff } = portal.keys;
    const { body: ticket } = await call<{ id: string }>(portal, '/tickets', {
      key: client,
      method: 'POST',
      json: { subject: 'With a large file' },
    });
    /** Into the folder that the portal makes for files of tickets. */
    const send = async (name: string): Promise<number> => {
      const form = new FormData();
      form.set('file', new File(['hello'], name, { type: 'text/plain' }));
      form.set('_payload', JSON.stringify({ ticket: Number(ticket.id) }));
      const headers = authorization('client');
      return (await portal.fetch('/api/files', { method: 'POST', headers, body: form })).status;
    };
    expect(await send('first.txt')).toBe(201);
    let isOver = false;
    let end = () => {};
    longScan = new Promise((resolve) => {
      end = resolve;
      // So that a request that waits for it ends as well.
      setTimeout(resolve, 10_000).unref();
    });
    void longScan.then(() => {
      isOver = true;
    });
    const sent = send('large.txt');
    await expect.poll(() => scanned).toContain('large.txt');
    const change = { key: staff, method: 'PATCH', json: { priority: 'high' } };
    expect((await call(portal, `/tickets/${ticket.id}`, change)).status).toBe(200);
    const reply = { key: staff, method: 'POST', json: { body: 'I look at it.' } };
    expect((await call(portal, `/tickets/${ticket.id}/replies`, reply)).status).toBe(201);
    expect(await send('second.txt')).toBe(201);
    expect(isOver).toBe(false);
    end();
    expect(await sent).toBe(201);
  });

  it('leaves connections to others, whoever’s files wait for it and by whatever door', async () => {
    let end = () => {};
    longScan = new Promise((resolve) => {
      end = resolve;
      setTimeout(resolve, 60_000).unref();
    });
    const count = () => scanned.filter((name) => name === 'large.txt').length;
    const before = count();
    const eight = Array.from({ length: 8 });
    const mail = () =>
      written({ from: 'client@example.com', subject: 'A plan', attachments: { 'large.txt': 'hello' } });
    expect((await deliver(portal, mail())).status).toBe(202);
    const waiting = Promise.all([
      ...eight.map(() => upload(portal, { key: portal.keys.spanning, folder, name: 'large.txt' })),
      ...eight.map(() => post('editor', { name: 'large.txt' })),
    ]);
    await expect.poll(() => count() - before).toBe(3);
    const stranger = { key: portal.keys.stranger };
    expect((await call(portal, '/tickets', stranger)).status).toBe(200);
    const ticket = { ...stranger, method: 'POST', json: { subject: 'Meanwhile' } };
    expect((await call(portal, '/tickets', ticket)).status).toBe(201);
    expect(count() - before).toBe(3);
    end();
    expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set([201]));
    await expect.poll(() => count() - before).toBe(17);
  });

  it('is waited for by no one behind uploads without a body, whose sender has others on their way', async () => {
    const boundary = 'x';
    const send = (body: BodyInit | null, name = 'client' as 'client' | 'editor') =>
      portal.fetch('/api/files', {
        method: 'POST',
        headers: {
          ...authorization(name),
          'Content-Type': `multipart/form-data; boundary=${boundary}`,
        },
        body,
        ...({ duplex: 'half' } as object),
      });
    const ends: (() => void)[] = [];
    const slow = Array.from({ length: 4 }, () =>
      send(
        new ReadableStream<Uint8Array>({
          start: (controller) => {
            controller.enqueue(Buffer.from(`--${boundary}\r\n`));
            ends.push(() => controller.close());
          },
        }),
      ),
    );
    await expect.poll(() => lineAt(portal.payload, `uploads ${portal.people.client.id}`)).toBe(4);
    const empty = Array.from({ length: 3 }, () => send(new ReadableStream({ start: (c) => c.close() })));
    await expect.poll(() => lineAt(portal.payload, `uploads ${portal.people.client.id}`)).toBe(7);
    expect((await post('editor')).status).toBe(201);
    for (const end of ends) end();
    expect((await Promise.all([...slow, ...empty])).every(({ status }) => status >= 400)).toBe(true);
  });
});

it('a folder that holds a file keeps its organization, also by code of the app, and an empty one may change it', async () => {
  const { organization, otherOrganization } = portal.people;
  const { id } = await portal.payload.create({
    collection: 'folders',
    data: { name: 'Moved', organization },
    overrideAccess: true,
  });
  const change = (data: object) =>
    portal.payload.update({ collection: 'folders', id, data, depth: 0, overrideAccess: true });
  expect(await change({ organization: otherOrganization })).toMatchObject({
    organization: otherOrganization,
  });
  expect(await change({ organization })).toMatchObject({ organization });
  expect((await upload(portal, { key: portal.keys.client, folder: String(id) })).status).toBe(201);
  await expect(change({ organization: otherOrganization })).rejects.toThrow('The folder is not empty.');
  expect(await change({ organization, name: 'Stays' })).toMatchObject({ name: 'Stays' });
});
