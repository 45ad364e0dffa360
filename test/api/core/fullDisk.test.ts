import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sessionOf } from '../../support/api/api.ts';
import {
  bytesOnDisk,
  call,
  type FilesPortal,
  makeFolder,
  startFilesPortal,
  upload,
} from '../../support/api/files.ts';
import { encodeMetadata } from '../../support/api/uploads.ts';
import { deliver, withInbound, written } from '../../support/mail/inbound.ts';
import { visitPages } from '../../support/pages/clientPages.ts';
import { signedIn } from '../../support/pages/clientSession.ts';
import { query } from '../../support/portal/payload.ts';

/** The part of the disk that is free, in percent. */
let free = 50;

const { statfs } = promises;

/** Test files share the modules, so that a module cannot be replaced. */
const replaceStatfs = (by: typeof statfs): void => {
  promises.statfs = by;
  syncBuiltinESMExports();
};

let portal: FilesPortal;
let folder: string;
beforeAll(async () => {
  portal = await startFilesPortal({ ...withInbound, mcp: { tools: ['reply_to_ticket'] } });
  folder = await makeFolder(portal, portal.keys.client);
  replaceStatfs((async () => ({ bavail: free, blocks: 100, bsize: 2 ** 24 })) as never);
});
afterAll(async () => {
  replaceStatfs(statfs);
  await portal.stop();
});
afterEach(() => {
  free = 50;
});

const fileForm = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new File(['bytes'], 'plan.txt'));
  return form;
};

const creations: Record<string, () => Promise<number>> = {
  'the API': async () => (await upload(portal, { key: portal.keys.client, folder })).status,
  'the CMS’s REST': async () => {
    const response = await portal.fetch('/api/files', {
      method: 'POST',
      headers: { Authorization: `JWT ${portal.people.client.token}` },
      body: fileForm({ _payload: JSON.stringify({ folder: Number(folder) }) }),
    });
    return response.status;
  },
  'a large upload': async () => {
    const response = await portal.fetch('/api/portal/v1/uploads', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${portal.keys.client}`,
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '5',
        'Upload-Metadata': encodeMetadata({ filename: 'plan.txt', target: `file:${folder}` }),
      },
    });
    return response.status;
  },
};

it.each(Object.keys(creations))(
  'an upload that would leave others no room on the disk is refused, by %s',
  async (name) => {
    const before = bytesOnDisk(portal).stored;
    free = 4;
    expect(await creations[name]?.()).toBe(507);
    expect(bytesOnDisk(portal).stored).toEqual(before);
    free = 6;
    expect(await creations[name]?.()).toBe(201);
  },
);

const changes: Record<string, () => Promise<number>> = {
  'the API': async () => {
    const fields = { subject: 'The plan', description: 'x' };
    return (await call(portal, '/tickets', { key: portal.keys.client, method: 'POST', json: fields })).status;
  },
  'the CMS’s REST': async () =>
    (
      await sessionOf(portal, portal.people.client).patch(`/users/${portal.people.client.id}`, {
        name: 'Ann',
      })
    ).status,
};

it.each(Object.keys(changes))(
  'a change by a client that would leave others no room on the disk is refused, by %s',
  async (name) => {
    free = 4;
    expect(await changes[name]?.()).toBe(507);
    free = 6;
    expect([200, 201]).toContain(await changes[name]?.());
  },
);

it('nor does a client change anything by a tool over MCP', async () => {
  const { body: ticket } = await call<{ id: string }>(portal, '/tickets', {
    key: portal.keys.client,
    method: 'POST',
    json: { subject: 'The plan' },
  });
  free = 4;
  const response = await portal.fetch('/api/portal/v1/mcp', {
    method: 'POST',
    headers: { Authorization: `Bearer ${portal.keys.client}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'reply_to_ticket', arguments: { ticket_id: ticket.id, body: 'Hi.' } },
    }),
  });
  expect(await response.text()).toContain('insufficient_storage');
});

it('staff go on, and clients read and delete', async () => {
  const made = await upload(portal, { key: portal.keys.client, folder });
  free = 4;
  const staff = sessionOf(portal, portal.people.administrator);
  expect((await staff.patch(`/users/${portal.people.client.id}`, { name: 'Zoe' })).status).toBe(200);
  expect((await call(portal, '/tickets', { key: portal.keys.client })).status).toBe(200);
  const { id } = made.body;
  const deleted = await call(portal, `/files/${id}`, { key: portal.keys.client, method: 'DELETE' });
  expect(deleted.status).toBe(204);
});

it('a mail is left to the service that has it', async () => {
  const message = written({ from: 'someone@example.net' });
  const before = bytesOnDisk(portal).stored;
  free = 4;
  const refused = await deliver(portal, message);
  expect([refused.status, refused.body.error]).toEqual([507, 'insufficient_storage']);
  expect(bytesOnDisk(portal).stored).toEqual(before);
  free = 6;
  expect((await deliver(portal, message)).status).toBe(202);
});

it('a form of the client pages comes back with its text', async () => {
  const { cookies } = await signedIn(portal, { id: Number(portal.people.client.id) });
  const visitor = visitPages(portal, cookies);
  const fields = {
    subject: 'The plan',
    description: 'Words of mine',
    files: new File(['bytes'], 'plan.txt'),
  };
  free = 4;
  const refused = await visitor.send('/support/tickets', fields);
  expect(refused.status).toBe(507);
  expect(refused.html).toContain('Words of mine');
  expect(refused.html).toContain('The server has run out of disk space.');
  free = 6;
  expect((await visitor.send('/support/tickets', fields)).status).toBe(303);
});

it('a full disk of the database is 507 for staff, too, by both APIs', async () => {
  const full = (action: string) => query(portal.databaseUrl, action);
  await full(`create function fill_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger fill_disk before insert on tickets for each row execute function fill_disk()`);
  const fields = { subject: 'The plan', description: 'x' };
  const organization = portal.people.organization;
  const asked = () => [
    call<{ error: string }>(portal, '/tickets', {
      key: portal.keys.spanning,
      method: 'POST',
      json: { ...fields, organization_id: String(organization) },
    }),
    sessionOf(portal, portal.people.administrator).post('/tickets', { ...fields, organization }),
  ];
  const [api, cms] = await Promise.all(asked());
  expect(api).toMatchObject({ status: 507, body: { error: 'insufficient_storage' } });
  expect(cms).toMatchObject({ status: 507, body: { errors: [{ message: expect.stringMatching(/disk/) }] } });
  await full('drop trigger fill_disk on tickets');
  expect((await Promise.all(asked())).map(({ status }) => status)).toEqual([201, 201]);
});
