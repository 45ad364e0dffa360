import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, clientOf, sessionOf } from '../../support/api/api.ts';
import { startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { makeFolder } from '../../support/servers/postgresServer.ts';

const tempFileDir = makeFolder();
let portal: TestPortal;
let people: People;
let folder: number | string;

beforeAll(async () => {
  portal = await startPortal({ app: { upload: { useTempFiles: true, tempFileDir } } });
  people = await createPeople(portal);
  const data = { name: 'Plans', organization: people.organization };
  ({ id: folder } = await portal.payload.create({ collection: 'folders', data: data as never }));
});

afterAll(() => portal.stop());

const part = (disposition: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

const send = (client: Client, path: string, names: readonly string[], payload: string, method = 'POST') => {
  const files = names.map((name) => part(`name="${name}"; filename="a.txt"`, 'the file'));
  const form = [...files, part('name="_payload"', payload), '--b--\r\n'].join('');
  return client.request(method, path, form, { 'Content-Type': 'multipart/form-data; boundary=b' });
};

it('keeps no file of a form beyond its response, on whatever route', async () => {
  const stranger = clientOf(portal, null);
  const client = sessionOf(portal, people.client);
  const inFolder = JSON.stringify({ folder });
  const parts = [['x'], ['__proto__'], ['file', 'x'], ['file', 'file'], ['file', 'constructor']];
  for (const names of parts) {
    await send(stranger, '/users/login', names, '{}');
    await send(client, '/tickets', names, '{}');
    await send(client, '/files', names, inFolder);
    await send(client, '/files', names, '{bad');
    await send(client, '/files/4711', names, '{}', 'PATCH');
  }
  expect(readdirSync(tempFileDir)).toEqual([]);
  const { status, body } = await send(client, '/files', ['file'], inFolder);
  expect([status, body.doc?.filesize, readdirSync(tempFileDir)]).toEqual([201, 8, []]);
});
