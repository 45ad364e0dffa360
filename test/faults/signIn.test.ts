import { smtpTransport } from 'payload-support-portal';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { workOf } from '../../src/core/jobs/work.ts';
import { type PageVisitor, visitPages } from '../support/pages/clientPages.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { type ReceivedMail, startSmtpServer, type TestSmtpServer } from '../support/servers/smtpServer.ts';
import { holdLock, lockTable } from './lockTable.ts';
import { recovers, rowsOf } from './observe.ts';
import { compilePrograms, launch } from './processes.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Clients, each at another step of the sign-in when the process is killed. */
const clients = {
  /** Asked for another code: the form has arrived, and no mail is queued. */
  asking: 'asking@example.com',
  /** The mail is queued, and a worker has claimed it. */
  queued: 'queued@example.com',
  /** The SMTP server has the mail, and has not answered. */
  mailing: 'mailing@example.com',
  /** Typed the code: the session is not committed. */
  typing: 'typing@example.com',
  /** The session is committed, and the response is not out. */
  entering: 'entering@example.com',
} as const;

type Client = keyof typeof clients;

let smtp: TestSmtpServer;
let portal: TestPortal;
/** All that came to the SMTP server, answered or not. */
const mails: ReceivedMail[] = [];

const run = (sql: string, values: unknown[] = []) =>
  query<Record<string, never>>(portal.databaseUrl, sql, values);

const mailsTo = (client: Client) => mails.filter(({ recipients }) => recipients.includes(clients[client]));

/** The code of the latest of so many mails. */
const codeTo = async (client: Client, count = 1): Promise<string> => {
  await recovers(() => expect(mailsTo(client)).toHaveLength(count));
  const content = (mailsTo(client).at(-1)?.content ?? '').replaceAll('=\r\n', '');
  return /\b\d{4} \d{4}\b/.exec(content)?.[0] ?? '';
};

const sessionsOf = async (client: Client): Promise<number> => {
  const rows = await run(
    'select 1 from support_portal.client_sessions s join users u on u.id::text = s.user_id where u.email = $1',
    [clients[client]],
  );
  return rows.length;
};

const waiting = (text: string) =>
  run(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [`%${text}%`],
  );

/** Waits until a statement of this text waits for a lock. */
const waits = (text: string) => recovers(async () => expect(await waiting(text)).toHaveLength(1));

/** The end of the pause between two mails. */
const pauseEnds = () => run('delete from support_portal.sign_in_limits');

/** A browser at the process, and the same one at the portal that lives on. */
const openBrowser = (port: number) => {
  const cookies = new Map<string, string>();
  return {
    async send(path: string, fields: Record<string, string>): Promise<number> {
      const origin = `http://127.0.0.1:${port}`;
      const response = await fetch(`${origin}/support${path}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields),
        headers: {
          Origin: origin,
          'X-Forwarded-For': '192.0.2.1',
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      return response.status;
    },
    moved: (): PageVisitor => visitPages(portal, cookies),
  };
};

beforeAll(async () => {
  await compilePrograms();
  smtp = await startSmtpServer({
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      const recipients = envelope.rcptTo.map(({ address }) => address);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({ from: '', recipients, content: Buffer.concat(chunks).toString() });
        if (!recipients.includes(clients.mailing)) callback(null);
      });
    },
  });
  const transports = [smtpTransport({ host: '127.0.0.1', port: smtp.port })];
  portal = await startPortal({ portal: { workers: 'external', mail: { transports } } });
  const { payload } = portal;
  const { id: organization } = await payload.create({ collection: 'organizations', data: { name: 'Acme' } });
  for (const email of Object.values(clients)) {
    const data = { email, password: 'a long password', role: 'client', organization };
    await payload.create({ collection: 'users', data });
  }
  return async () => {
    await portal.stop();
    await smtp.close();
  };
});

describe('a process that is killed in the middle of sign-ins', () => {
  it('leaves each of them to go on, and nothing that can be used twice', async () => {
    const { databaseUrl, dataDir } = portal;
    const child = launch('clientPages', {
      databaseUrl,
      dataDir,
      smtpPort: smtp.port,
      portal: { workers: 'inline' },
    });
    const { port } = (await child.hears('port')) as { port: number };
    const browsers = Object.fromEntries(
      Object.keys(clients).map((name) => [name, openBrowser(port)]),
    ) as Record<Client, ReturnType<typeof openBrowser>>;
    const ask = (client: Client) => browsers[client].send('/sign-in', { email: clients[client] });
    const type = (client: Client, code: string) => browsers[client].send('/sign-in/code', { code });
    const answered: Client[] = [];
    /** Sends a request that must not be answered. */
    const unanswered = (client: Client, sending: Promise<unknown>) =>
      void sending.then(
        () => answered.push(client),
        () => {},
      );

    for (const client of ['asking', 'typing', 'entering'] as const) expect(await ask(client)).toBe(200);
    const codes = {
      asking: await codeTo('asking'),
      typing: await codeTo('typing'),
      entering: await codeTo('entering'),
    };
    expect(await ask('mailing')).toBe(200);
    const mailed = await codeTo('mailing');

    // Holds the worker before it gives the attempt its code.
    await run(`create function hold_mail() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(1); return new; end'`);
    await run(`create trigger hold_mail before update on support_portal.sign_in_attempts for each row
      when (new.email = '${clients.queued}') execute function hold_mail()`);
    const locks = [await holdLock(databaseUrl, 'select pg_advisory_xact_lock(1)')];
    expect(await ask('queued')).toBe(200);
    await waits('set code_hash');

    const own = `select from support_portal.sign_in_attempts where email = '${clients.asking}' for update`;
    locks.push(await holdLock(databaseUrl, own));
    await pauseEnds();
    unanswered('asking', ask('asking'));
    await waits('with former');

    locks.push(await lockTable(databaseUrl, 'organizations'));
    unanswered('entering', type('entering', codes.entering));
    await recovers(async () => expect(await sessionsOf('entering')).toBe(1));

    locks.push(await lockTable(databaseUrl, 'support_portal.client_sessions'));
    unanswered('typing', type('typing', codes.typing));
    await waits('insert into support_portal.client_sessions');

    await child.kill('SIGKILL');
    expect(answered).toEqual([]);
    for (const lock of locks) await lock.unlock();
    await recovers(async () => expect(await waiting('')).toEqual([]));

    // The lease of the claimed job ends.
    await run("update support_portal.jobs set due_at = now() where queue = 'sign-in'");
    workOf(portal.payload).start();

    const enters = async (visitor: PageVisitor, client: Client, code: string, sessions = 1) => {
      expect(await visitor.send('/support/sign-in/code', { code }), client).toMatchObject({
        status: 303,
        location: '/support',
      });
      expect((await visitor.open('/support')).status).toBe(200);
      expect(await sessionsOf(client)).toBe(sessions);
      const again = visitPages(portal, new Map([...browsers[client].moved().cookies]));
      expect((await again.send('/support/sign-in/code', { code })).status).toBe(410);
    };

    const asking = browsers.asking.moved();
    const early = await asking.send('/support/sign-in', { email: clients.asking });
    expect([early.status, early.html]).toEqual([429, expect.stringMatching(/Wait \d+ seconds/)]);
    expect(early.html).toContain('name="code"');
    await enters(asking, 'asking', codes.asking);

    await enters(browsers.queued.moved(), 'queued', await codeTo('queued'));
    await enters(browsers.typing.moved(), 'typing', codes.typing);

    await enters(browsers.mailing.moved(), 'mailing', mailed);
    expect(mailsTo('mailing')).toHaveLength(1);
    await recovers(async () =>
      expect(
        (await rowsOf(databaseUrl)).filter(({ error }) => error?.startsWith('Outcome unknown:')),
      ).toHaveLength(1),
    );

    // The browser never got the cookie of its session: the code is used up, and another one can be asked for.
    const entering = browsers.entering.moved();
    const late = await entering.send('/support/sign-in/code', {
      code: codes.entering,
      email: clients.entering,
    });
    expect([late.status, late.html]).toEqual([410, expect.stringContaining(`value="${clients.entering}"`)]);
    await pauseEnds();
    expect((await entering.send('/support/sign-in', { email: clients.entering })).status).toBe(200);
    await enters(entering, 'entering', await codeTo('entering', 2), 2);
  });
});
