import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createMigratedDatabase, query } from '../support/portal/payload.ts';
import { launchPortal, type PortalProcess } from '../support/portal/portalProcess.ts';
import { buildCheckout } from '../support/portal/portalProcessBuild.ts';
import { makeFolder } from '../support/servers/postgresServer.ts';

/** What waits in the portal's memory for clients that send or read nothing more: 256 MiB of bodies, and as much of responses. */

let portal: PortalProcess;
let databaseUrl: string;
let sockets: Socket[] = [];

beforeAll(async () => {
  await buildCheckout();
  databaseUrl = await createMigratedDatabase();
  portal = await launchPortal({
    env: { DATABASE_URL: databaseUrl, PORTAL_DATA_DIR: makeFolder(), SENDMAIL_PATH: '' },
  });
  await portal.ready();
}, 600_000);

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

afterAll(() => portal.stop());

const open = (): Socket => {
  const socket = connect(Number(new URL(portal.url).port), '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  return socket;
};

const post = async (path: string, body: object, token?: string) => {
  const response = await fetch(`${portal.url}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `JWT ${token}` }) },
    body: JSON.stringify(body),
  });
  return response.json();
};

// The CMS's routes read the one, the gateway the other.
it.each(['/api/users/login', '/api/graphql'])(
  'the oldest of too many unfinished bodies at %s is refused',
  async (path) => {
    const refused: number[] = [];
    for (let number = 0; number < 280; number += 1) {
      const socket = open().on('data', (answer) => {
        if (String(answer).startsWith('HTTP/1.1 503 ')) refused.push(number);
      });
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1048000\r\n\r\n`,
      );
      await new Promise((resolve) => socket.write(Buffer.alloc(1_000_000, ' '), resolve));
    }
    await expect.poll(() => refused.length).toBeGreaterThan(0);
    expect(refused).toContain(0);
    expect(refused).not.toContain(279);
    expect((await fetch(`${portal.url}/api/health`)).status).toBe(200);
  },
);

it('the oldest of too many responses that no one reads is closed', async () => {
  const { token } = await post('/users/first-register', {
    email: 'ann@example.com',
    password: 'correct horse',
  });
  const { doc: organization } = await post('/organizations', { name: 'Acme' }, token);
  const { key } = await post('/portal/v1/api-keys', { name: 'reader' }, token);
  const { doc: ticket } = await post('/tickets', { subject: 'Long', organization: organization.id }, token);
  // As JSON each character takes six bytes.
  await query(
    databaseUrl,
    `insert into ticket_replies (ticket_id, organization_id, text)
     select ${ticket.id}, ${organization.id}, repeat(chr(1), 50000) from generate_series(1, 100)`,
  );
  const closed: number[] = [];
  const ask = async (number: number): Promise<void> => {
    const socket = open().on('close', () => closed.push(number));
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(
      `GET /api/v1/tickets/${ticket.id}/replies?per_page=100 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('readable', resolve));
  };
  for (let number = 0; number < 14; number += 1) await ask(number);
  // A connection from which nothing is read shows its end to the next write alone.
  await expect
    .poll(() => {
      for (const socket of sockets) socket.write('\r\n');
      return closed;
    })
    .toContain(0);
  expect(closed).not.toContain(13);
  expect((await fetch(`${portal.url}/api/health`)).status).toBe(200);
});
