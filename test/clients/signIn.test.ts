import { smtpTransport } from 'payload-support-portal';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ClientBrowser, openBrowser } from '../support/pages/clientBrowser.ts';
import {
  isWaitingForLock,
  mailsSettled,
  query,
  startPortal,
  type TestPortal,
} from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: TestPortal;
let people: People;

const mailOptions = () => ({
  from: 'Support <noreply@portal.example>',
  transports: [smtpTransport({ host: '127.0.0.1', port: smtp.port })],
});

beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await startPortal({ portal: { mail: mailOptions() } });
  people = await createPeople(portal);
  await portal.payload.update({
    collection: 'organizations',
    id: people.organization,
    data: { domains: ['acme.example'] },
  });
});

afterAll(async () => {
  await portal.stop();
  await smtp.close();
});

afterEach(async () => {
  await mailsSettled(portal, 'sign-in');
  smtp.mails.splice(0);
  await run('delete from support_portal.sign_in_limits');
});

const run = (sql: string, values: unknown[] = []) => query(portal.databaseUrl, sql, values);

interface Mailed {
  readonly code: string;
  readonly link: string;
}

/** The code and the link of the newest mail to an address. */
const mailTo = async (email: string, at = 0): Promise<Mailed> => {
  const own = () => smtp.mails.filter(({ recipients }) => recipients.includes(email));
  await expect.poll(() => own().length).toBeGreaterThan(at);
  const content = (own().at(-1)?.content ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const code = /\b(\d{4} \d{4})\b/.exec(content)?.[1] ?? '';
  const link = /\/support\/sign-in\/(spl_[\dA-Za-z]{43})\b/.exec(content)?.[1] ?? '';
  return { code, link };
};

const ask = async (browser: ClientBrowser, email: string): Promise<Mailed> => {
  const answer = await browser.send('POST', '/sign-in', { email });
  expect(answer).toMatchObject({ status: 202, body: { resend_after: 30 } });
  return mailTo(email.toLowerCase());
};

const client = () => people.client.email;

/** A code that is not this one. */
const otherThan = (code: string): string => (code.startsWith('0') ? '1' : '0') + code.slice(1);

describe('a sign-in', () => {
  it('by the code of the mail, typed with or without blanks, begins a session', async () => {
    const browser = openBrowser(portal);
    const { code } = await ask(browser, client().toUpperCase());
    const { status, body, headers } = await browser.send('POST', '/sign-in/verify', {
      code: ` ${code.replace(' ', '-')} `,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { id: String(people.client.id), email: client(), name: null, language: null, notices: 'all' },
      organization: { id: String(people.organization), name: 'Acme' },
      next: null,
    });
    const set = headers.getSetCookie().find((cookie) => cookie.startsWith('sp-client='));
    expect(set).toMatch(/^sp-client=[\dA-Za-z]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await browser.send('GET', '/session')).body).toMatchObject({ user: { email: client() } });
    expect([...browser.cookies.keys()].sort()).toEqual(['sp-client', 'sp-known']);
  });

  it('by the link of the mail, in the browser that asked, begins one session even if it is sent twice at once', async () => {
    const browser = openBrowser(portal);
    const { link } = await ask(browser, client());
    const answers = await Promise.all(
      [1, 2, 3].map(() => browser.copy().send('POST', '/sign-in/verify', { link })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  });

  it('beside a change of the address that it proves begins no session', async () => {
    const email = 'cleo@acme.example';
    const data = { email, password: 'a long password', role: 'client', organization: people.organization };
    const { id } = await portal.payload.create({ collection: 'users', data: data as never });
    const browser = openBrowser(portal);
    const { code } = await ask(browser, email);
    const changing = new pg.Client({ connectionString: portal.databaseUrl });
    await changing.connect();
    onTestFinished(() => changing.end());
    await changing.query('begin');
    await changing.query(`update users set email = 'cleo.moved@acme.example' where id = $1`, [id]);
    const verified = browser.send('POST', '/sign-in/verify', { code });
    await expect.poll(() => isWaitingForLock(portal.databaseUrl)).toBe(true);
    await changing.query('commit');
    expect((await verified).status).not.toBe(200);
    expect((await browser.send('GET', '/session')).status).toBe(401);
  });

  it('by the link in another browser needs the code of the same mail', async () => {
    const browser = openBrowser(portal);
    const { code, link } = await ask(browser, client());
    const scanner = openBrowser(portal, '198.51.100.7');
    for (let i = 0; i < 8; i += 1)
      expect(await scanner.send('POST', '/sign-in/verify', { link })).toMatchObject({
        status: 409,
        body: { error: 'code_needed' },
      });
    const phone = openBrowser(portal, '198.51.100.9');
    expect((await phone.send('POST', '/sign-in/verify', { link, code: otherThan(code) })).body).toMatchObject(
      {
        error: 'invalid_code',
        attempts_left: 4,
      },
    );
    expect((await phone.send('POST', '/sign-in/verify', { link, code })).status).toBe(200);
    expect((await phone.send('GET', '/session')).status).toBe(200);
    expect((await browser.send('POST', '/sign-in/verify', { code })).status).toBe(410);
  });

  it('ends with the fifth wrong code, by code or by link and with restored cookies', async () => {
    const browser = openBrowser(portal);
    const { code, link } = await ask(browser, client());
    const left: number[] = [];
    for (const opened of [
      browser.copy(),
      browser.copy(),
      openBrowser(portal),
      browser.copy(),
      openBrowser(portal),
    ]) {
      const given = { code: otherThan(code), ...(opened.cookies.size === 0 && { link }) };
      const { status, body } = await opened.send('POST', '/sign-in/verify', given);
      expect(status).toBe(422);
      left.push(body.attempts_left);
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
    expect(await browser.send('POST', '/sign-in/verify', { code })).toMatchObject({
      status: 410,
      body: { error: 'link_expired' },
    });
    expect((await browser.send('POST', '/sign-in/verify', { link })).status).toBe(410);
  });

  it.each(['abc', '1234 567', '１２３４５６７８', '1234 5678 9'])(
    'does not count a slip as a try: %s',
    async (slip) => {
      const browser = openBrowser(portal);
      const { code } = await ask(browser, client());
      for (let i = 0; i < 5; i += 1)
        expect(await browser.send('POST', '/sign-in/verify', { code: slip })).toMatchObject({
          status: 422,
          body: { error: 'validation_failed' },
        });
      expect((await browser.send('POST', '/sign-in/verify', { code })).status).toBe(200);
    },
  );

  it('makes one client of a newcomer who enters two codes at once', async () => {
    const email = 'twice@acme.example';
    const first = openBrowser(portal, '10.8.0.1');
    const second = openBrowser(portal, '10.8.1.1');
    const codes = [(await ask(first, email)).code];
    await second.send('POST', '/sign-in', { email });
    codes.push((await mailTo(email, 1)).code);
    const answers = await Promise.all(
      [first, second].map((browser, at) => browser.send('POST', '/sign-in/verify', { code: codes[at] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('is over once it succeeded, was begun anew in the same browser, or its time is up', async () => {
    const browser = openBrowser(portal);
    const first = await ask(browser, client());
    const former = browser.copy();
    await run('delete from support_portal.sign_in_limits');
    expect((await browser.send('POST', '/sign-in', { email: client() })).status).toBe(202);
    const second = await mailTo(client(), 1);
    expect((await former.send('POST', '/sign-in/verify', { code: first.code })).status).toBe(410);
    expect((await former.send('POST', '/sign-in/verify', { link: first.link })).status).toBe(410);
    await run(`update support_portal.sign_in_attempts set sent_at = now() - interval '601 seconds'`);
    expect((await browser.send('POST', '/sign-in/verify', { code: second.code })).body).toMatchObject({
      error: 'invalid_code',
    });
    expect((await browser.send('POST', '/sign-in/verify', { link: second.link })).status).toBe(410);
    await run(`update support_portal.sign_in_attempts set sent_at = now() - interval '595 seconds'`);
    expect((await browser.send('POST', '/sign-in/verify', { code: second.code })).status).toBe(200);
    expect((await browser.copy().send('POST', '/sign-in/verify', { code: second.code })).status).toBe(410);
  });

  it('does not take the code of another attempt', async () => {
    const [browser, other] = [openBrowser(portal), openBrowser(portal, '203.0.113.9')];
    const { code } = await ask(browser, client());
    await other.send('POST', '/sign-in', { email: 'nobody@nowhere.example' });
    expect((await other.send('POST', '/sign-in/verify', { code })).status).toBe(422);
  });

  it('keeps nothing in the database that opens anything', async () => {
    const browser = openBrowser(portal);
    const { code, link } = await ask(browser, client());
    const attempt = browser.cookies.get('sp-attempt') ?? '-';
    const dump = JSON.stringify([
      await run('select * from support_portal.sign_in_attempts'),
      await run('select * from support_portal.jobs'),
      await run('select * from email_log'),
    ]);
    for (const secret of [code, code.replace(' ', ''), link, attempt]) expect(dump).not.toContain(secret);
    await browser.send('POST', '/sign-in/verify', { code });
    const sessions = JSON.stringify(await run('select * from support_portal.client_sessions'));
    expect(sessions).not.toContain(browser.cookies.get('sp-client') ?? '-');
  });

  it('leads staff to the admin, without a code, and mails no one else', async () => {
    const browser = openBrowser(portal);
    expect(await ask(browser, people.editor.email)).toEqual({ code: '', link: '' });
    expect(smtp.mails[0]?.content).toContain('/admin');
    expect((await browser.send('POST', '/sign-in/verify', { code: '00000000' })).body).toMatchObject({
      error: 'invalid_code',
      attempts_left: 4,
    });
    const stranger = openBrowser(portal);
    expect(await stranger.send('POST', '/sign-in', { email: 'nobody@nowhere.example' })).toMatchObject({
      status: 202,
      body: { resend_after: 30 },
    });
    expect((await stranger.send('POST', '/sign-in/verify', { code: '00000000' })).body).toMatchObject({
      error: 'invalid_code',
      attempts_left: 4,
    });
    await mailsSettled(portal, 'sign-in');
    expect(smtp.mails).toHaveLength(1);
  });

  it('makes a person of an organization’s domain its client, after the code', async () => {
    const browser = openBrowser(portal);
    const email = 'new.person@acme.example';
    const { code } = await ask(browser, email);
    const find = () => portal.payload.find({ collection: 'users', where: { email: { equals: email } } });
    expect((await find()).totalDocs).toBe(0);
    expect((await browser.send('POST', '/sign-in/verify', { code })).body).toMatchObject({
      user: { email },
      organization: { name: 'Acme' },
    });
    expect((await find()).docs).toMatchObject([{ role: 'client' }]);
  });

  it('carries the page that was asked for, and no other address', async () => {
    const browser = openBrowser(portal);
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      '/support/%2f%2fevil.example',
      'javascript:alert(1)',
      '/admin',
      '/support/../admin',
      'https://evil.example/support',
      '/support\\..\\admin',
    ])
      expect(await browser.send('POST', '/sign-in', { email: client(), next }), next).toMatchObject({
        status: 422,
        body: { details: [{ path: 'next' }] },
      });
    // The page of a link that asks for an account: the table of attempts does not hold its secret.
    const link = `spl_${'a1B'.repeat(15).slice(2)}`;
    const next = `/support/t/${link}?page=2`;
    await browser.send('POST', '/sign-in', { email: client(), next });
    const attempts = JSON.stringify(await run('select * from support_portal.sign_in_attempts'));
    expect(attempts).not.toContain(link);
    const { code } = await mailTo(client());
    expect((await browser.send('POST', '/sign-in/verify', { code })).body.next).toBe(next);
  });

  it('takes each address that an account can have', async () => {
    for (const email of ['r&d@acme.example', "o'@acme.example", 'a/b=c@acme.example', 'ann+x@acme.example']) {
      const browser = openBrowser(portal);
      const { code } = await ask(browser, email);
      expect((await browser.send('POST', '/sign-in/verify', { code })).body, email).toMatchObject({
        user: { email },
      });
    }
  });

  it('is refused from another origin, and without one', async () => {
    const browser = openBrowser(portal);
    for (const Origin of ['https://evil.example', 'null', '']) {
      const headers = { Origin };
      expect((await browser.send('POST', '/sign-in', { email: client() }, headers)).status).toBe(403);
      expect((await browser.send('POST', '/sign-in/verify', { code: '1' }, headers)).status).toBe(403);
    }
  });

  it('needs an address, and a code or a link', async () => {
    const browser = openBrowser(portal);
    expect((await browser.send('POST', '/sign-in', { email: 'ann' })).status).toBe(422);
    expect((await browser.send('POST', '/sign-in/verify', {})).status).toBe(422);
    expect((await browser.send('POST', '/sign-in/verify', { code: '' })).status).toBe(422);
    expect((await browser.send('POST', '/sign-in/verify', { link: 'spl_x' })).status).toBe(410);
    expect((await browser.send('POST', '/sign-in/verify', { code: '12345678' })).status).toBe(410);
  });
});

describe('the limits of the sign-in', () => {
  const refused = async (browser: ClientBrowser, email: string) => {
    const { status, headers } = await browser.send('POST', '/sign-in', { email });
    return status === 429 ? Number(headers.get('Retry-After')) : null;
  };

  /** Ends the pause between two mails. */
  const wait = () =>
    run(
      `update support_portal.sign_in_limits set ends_at = now() where ends_at < now() + interval '1 minute'`,
    );

  it.each(['known', 'unknown'])(
    'are 1 mail in 30 s and 5 an hour for an address of a network: %s',
    async (kind) => {
      const email = kind === 'known' ? client() : 'nobody@nowhere.example';
      const browser = openBrowser(portal, '192.0.2.77');
      for (let sent = 1; sent <= 5; sent += 1) {
        expect(await refused(browser, email)).toBeNull();
        if (sent < 5) expect(await refused(openBrowser(portal, '192.0.2.99'), email)).toBeLessThanOrEqual(30);
        await wait();
      }
      const seconds = await refused(browser, email);
      expect(seconds).toBeGreaterThan(3_500);
      expect(await refused(openBrowser(portal, '192.0.3.1'), email)).toBeNull();
    },
  );

  it('are 20 an hour for an address, and 30 for a network', async () => {
    for (let i = 0; i < 20; i += 1)
      expect(await refused(openBrowser(portal, `10.0.${i}.1`), client())).toBeNull();
    expect(await refused(openBrowser(portal, '10.1.0.1'), client())).toBeGreaterThan(3_500);
    for (let i = 0; i < 30; i += 1)
      expect(await refused(openBrowser(portal, '2001:db8:0:1:ffff::1'), `p${i}@nowhere.example`)).toBeNull();
    expect(await refused(openBrowser(portal, '2001:db8:0:12::7'), 'p31@nowhere.example')).toBeGreaterThan(
      3_500,
    );
  });

  it('count requests of the same moment exactly', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        refused(openBrowser(portal, '10.9.9.9'), `q${i % 2}@nowhere.example`),
      ),
    );
    expect(answers.filter((wait) => wait === null)).toHaveLength(2);
  });

  it('leave a browser that signed in before its own five mails, whatever strangers use up', async () => {
    const browser = openBrowser(portal);
    const { code } = await ask(browser, client());
    await browser.send('POST', '/sign-in/verify', { code });
    for (let i = 0; i < 20; i += 1) await refused(openBrowser(portal, `10.0.${i}.1`), client());
    expect(await refused(openBrowser(portal, '10.7.0.1'), client())).not.toBeNull();
    // A browser is known for 180 days.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 180 * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await refused(browser, client())).not.toBeNull();
    vi.useRealTimers();
    for (let sent = 1; sent <= 5; sent += 1) {
      expect(await refused(browser, client())).toBeNull();
      await wait();
    }
    expect(await refused(browser, client())).toBeGreaterThan(3_500);
    const forged = openBrowser(portal, '10.7.0.2', new Map([['sp-known', 'x.9999999999.x']]));
    expect(await refused(forged, client())).not.toBeNull();
  });

  it('are 60 tries to verify an hour for a network', async () => {
    const browser = openBrowser(portal, '10.3.3.3');
    for (let i = 0; i < 60; i += 1)
      expect((await browser.send('POST', '/sign-in/verify', { code: '1234 5678' })).status).toBe(410);
    expect((await browser.send('POST', '/sign-in/verify', { code: '1234 5678' })).status).toBe(429);
  });

  it('are open again after a clock was set back by two hours', async () => {
    const browser = openBrowser(portal, '10.3.3.4');
    expect(await refused(browser, client())).toBeNull();
    await run(`update support_portal.sign_in_limits set count = 100, ends_at = ends_at + interval '2 hours'`);
    expect(await refused(browser, client())).toBeNull();
    expect(await refused(browser, client())).toBeLessThanOrEqual(30);
  });
});

it('a sign-in from a domain that two organizations name mails no one', async () => {
  const { organization, otherOrganization } = people;
  const name = (id: number, domains: readonly string[]) =>
    portal.payload.update({ collection: 'organizations', id, data: { domains: [...domains] } });
  const email = 'someone@shared.example';
  const begin = () => openBrowser(portal).send('POST', '/sign-in', { email });
  await name(organization, ['acme.example', 'shared.example']);
  await name(otherOrganization, ['shared.example']);
  expect((await begin()).status).toBe(202);
  await mailsSettled(portal, 'sign-in');
  expect(smtp.mails).toEqual([]);
  await name(otherOrganization, []);
  await run('delete from support_portal.sign_in_limits');
  expect((await begin()).status).toBe(202);
  expect((await mailTo(email)).link).toMatch(/^spl_/);
});

it('a sign-in mails the address of the account, in the notation that is stored', async () => {
  const [unicode, ascii] = ['uni@bücher.example', 'uni@xn--bcher-kva.example'];
  const data = {
    email: ascii,
    password: 'a long password',
    role: 'client',
    organization: people.organization,
  };
  const { id } = await portal.payload.create({ collection: 'users', data: data as never });
  await run('update users set email = $1 where id = $2', [unicode, id]);
  // The SMTP server shows domains in Unicode.
  await ask(openBrowser(portal), unicode);
  await expect
    .poll(() => run(`select "to" from email_log where type = 'magic_link' and "to" like 'uni@%'`))
    .toEqual([{ to: unicode }]);
});

it.each(['\ufe0f', '\u034f'])(
  'an address that is none in ASCII begins no sign-in, for it ends in %j',
  async (ignored) => {
    const email = `ann@xn--example-${ignored}.com`;
    expect((await openBrowser(portal).send('POST', '/sign-in', { email })).status).toBe(422);
  },
);
