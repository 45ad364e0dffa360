import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smtpTransport } from '../../../src/index.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People, type PersonRole } from '../../support/portal/people.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtpServer.ts';

let portal: TestPortal;
let people: People;
let smtp: TestSmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer();
  const transports = [smtpTransport({ host: '127.0.0.1', port: smtp.port })];
  portal = await startPortal({ portal: { mail: { transports } } });
  people = await createPeople(portal);
});

afterAll(async () => {
  await portal.stop();
  await smtp.close();
});

beforeEach(() => query(portal.databaseUrl, 'delete from email_log'));

const post = async (body: BodyInit, role: PersonRole = 'technician') => {
  const response = await portal.fetch('/api/portal/v1/test-mail', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `JWT ${people[role].token}` },
    body,
  });
  return { status: response.status, body: await response.json() };
};

const rows = () => query(portal.databaseUrl, 'select "to", type, transport, status from email_log');

describe('POST /api/portal/v1/test-mail', () => {
  it('returns the server’s reply, and logs a row', async () => {
    expect(await post('{"to":"ann@example.com"}')).toMatchObject({
      status: 200,
      body: { status: 'sent', transport: 'smtp', response: expect.stringContaining('queued'), error: null },
    });
    expect(await rows()).toEqual([
      { to: 'ann@example.com', type: 'test', transport: 'smtp', status: 'sent' },
    ]);
  });

  it.each([
    ['no JSON', '{"to":'],
    ['nothing', ''],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['no object', '"ann@example.com"'],
    ['no address', '{"to":"ann"}'],
    ['several addresses', '{"to":"ann@example.com, bob@example.com"}'],
    ['an unknown field', '{"cc":"ann@example.com"}'],
  ])('refuses a body of %s, and logs no row', async (_kind, body) => {
    expect(await post(body)).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', details: [{ path: expect.any(String) }] },
    });
    expect(await rows()).toEqual([]);
  });

  it('is for users who may change Settings', async () => {
    for (const role of ['editor', 'representative', 'client'] as const) {
      expect((await post('nonsense', role)).status, role).toBe(403);
    }
  });
});
