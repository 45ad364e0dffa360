import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { portalPool } from '../../../src/core/database/pool.ts';
import type { MailTransport } from '../../../src/features/mail/chain/transport.ts';
import { followConnectedMail } from '../../../src/features/mail/connectedTransports.ts';
import { inboundOptions } from '../../../src/features/settings/inboundOptions.ts';
import { forgetSettings, mailSettings } from '../../../src/features/settings/mailSettings.ts';
import { noSettings } from '../../../src/features/settings/readSettings.ts';
import { holdLock, lockTable } from '../../faults/lockTable.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People, type PersonRole } from '../../support/portal/people.ts';
import { startHttpServer } from '../../support/servers/httpServer.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtpServer.ts';

const mail = { to: 'ann@example.com', subject: 'Ready', text: 'Ready' };

let portal: TestPortal;
let people: People;
let smtp: TestSmtpServer;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  smtp = await startSmtpServer({
    authOptional: false,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'portal' && password === 'the password'
        ? callback(null, { user: 'portal' })
        : callback(new Error('535 no')),
  });
});

afterAll(async () => {
  await portal.stop();
  await smtp.close();
});

const settings = async (method: 'GET' | 'POST', notifications?: object, role: PersonRole = 'technician') => {
  const response = await portal.fetch('/api/globals/portal-settings', {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `JWT ${people[role].token}` },
    ...(method === 'POST' && { body: JSON.stringify({ notifications }) }),
  });
  const body = await response.json();
  return {
    status: response.status,
    notifications: (body.result ?? body).notifications,
    text: JSON.stringify(body),
  };
};

const newest = async () => {
  const [row] = await query(
    portal.databaseUrl,
    'select transport, status, error from email_log order by id desc limit 1',
  );
  return row;
};

const connectSmtp = () =>
  settings('POST', {
    smtp: { host: '127.0.0.1', port: smtp.port, user: 'portal', password: 'the password' },
  });

beforeEach(async () => {
  const { status } = await settings('POST', {
    from: null,
    notificationEmail: null,
    smtp: { host: null, port: null, user: null, password: null, secure: null },
    proxy: { url: null, token: null },
  });
  expect(status).toBe(200);
});

describe('Settings', () => {
  it('connect an SMTP provider from the next mail on', async () => {
    await connectSmtp();
    await portal.payload.sendEmail(mail);
    expect(smtp.mails.at(-1)?.recipients).toEqual(['ann@example.com']);
    expect(await newest()).toEqual({ transport: 'smtp', status: 'sent', error: null });
  });

  it('connect a proxy, which is tried before SMTP', async () => {
    const proxy = await startHttpServer((response) => response.end(JSON.stringify({ id: 'p-1' })));
    await connectSmtp();
    await settings('POST', { proxy: { url: proxy.url, token: 're_123' } });
    await portal.payload.sendEmail(mail);
    expect(proxy.requests.at(-1)?.headers.authorization).toBe('Bearer re_123');
    expect(await newest()).toMatchObject({ transport: 'proxy', status: 'sent' });
    await proxy.close();
  });

  it('connect SMTP before the transports of the app, but after its proxy', async () => {
    await connectSmtp();
    const ofApp = (name: string): MailTransport => ({
      name,
      send: () => Promise.reject(new Error('Not connected.')),
    });
    const order = async (...names: string[]) => {
      const { connected } = followConnectedMail(portal.payload, names.map(ofApp));
      return (await connected('any')).transports?.map(({ name }) => name);
    };
    expect(await order('own')).toEqual(['smtp', 'own']);
    expect(await order('proxy', 'own')).toEqual(['proxy', 'smtp', 'own']);
  });

  it('are not those of a reading that began before a change', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { payload } = portal;
    let answer: (rows: unknown) => void = () => {};
    const reading = vi
      .spyOn(portalPool(payload), 'query')
      .mockImplementationOnce((() => new Promise((resolve) => (answer = resolve))) as never);
    onTestFinished(() => reading.mockRestore());
    forgetSettings(payload);
    const late = mailSettings(payload);
    forgetSettings(payload);
    // Longer than nothing is kept after a change.
    vi.advanceTimersByTime(3_000);
    answer([{ rows: [{ notifications_from: 'before@portal.example' }] }]);
    await late;
    expect((await mailSettings(payload)).from).toBeNull();
  });

  it('of a mailbox have no use for the server that the app’s own mailbox trusts', async () => {
    const configured = { ...noSettings.inbound, trustedAuthservId: { imap: 'mx.app', http: 'mx.app' } };
    const trusted = async () => (await inboundOptions(portal.payload, configured)).trustedAuthservId;
    const connect = (host: string | null) =>
      portal.payload.updateGlobal({
        slug: 'portal-settings',
        data: { inbound: { imap: { host, port: 9, user: host && 'support' } } },
        overrideAccess: true,
      });
    expect(await trusted()).toEqual({ imap: 'mx.app', http: 'mx.app' });
    await connect('127.0.0.1');
    expect(await trusted()).toEqual({ imap: null, http: 'mx.app' });
    await connect(null);
  });

  it('never show a secret again, only that it is set', async () => {
    const saved = await connectSmtp();
    const read = await settings('GET');
    expect(saved.notifications.smtp).toMatchObject({ host: '127.0.0.1', user: 'portal', hasPassword: true });
    expect(read.notifications.smtp).toMatchObject({ hasPassword: true });
    for (const { text, notifications } of [saved, read]) {
      expect(text).not.toContain('the password');
      expect(Object.keys(notifications.smtp).sort()).toEqual([
        'hasPassword',
        'host',
        'port',
        'secure',
        'user',
      ]);
      expect(Object.keys(notifications.proxy).sort()).toEqual(
        ['hasToken', 'token', 'url'].filter((key) => key !== 'token'),
      );
    }
  });

  it('store secrets encrypted', async () => {
    await connectSmtp();
    const [row] = await query(portal.databaseUrl, 'select * from portal_settings');
    expect(JSON.stringify(row)).not.toContain('the password');
    expect(JSON.stringify(row)).toContain('v1.');
  });

  it('never send a secret to another server than the one it was entered for', async () => {
    await connectSmtp();
    await settings('POST', { proxy: { url: 'https://mail.example.com/emails', token: 'a-token' } });
    const smtpMoved = await settings('POST', { smtp: { host: 'evil.example' } });
    const proxyMoved = await settings('POST', { proxy: { url: 'https://evil.example/emails' } });
    expect([smtpMoved.status, proxyMoved.status]).toEqual([422, 422]);
    expect(smtpMoved.text).toContain('notifications.smtp.password');
    expect(proxyMoved.text).toContain('notifications.proxy.token');
    const again = { host: 'evil.example', password: 'another password' };
    expect((await settings('POST', { smtp: again })).status).toBe(200);
    expect((await settings('POST', { smtp: { user: 'someone' } })).status).toBe(200);
  });

  it('forget the secret of a server that is cleared, so that the next server does not get it', async () => {
    await connectSmtp();
    await settings('POST', { smtp: { host: null } });
    const { notifications } = await settings('POST', { smtp: { host: 'evil.example' } });
    expect(notifications.smtp).toMatchObject({ host: 'evil.example', hasPassword: false });
  });

  it('keep values that a change omits, and clear those that it sets to null', async () => {
    await connectSmtp();
    await settings('POST', { notificationEmail: 'desk@example.com' });
    await settings('POST', { smtp: { user: 'portal' } });
    expect((await settings('GET')).notifications).toMatchObject({
      notificationEmail: 'desk@example.com',
      smtp: { host: '127.0.0.1', port: smtp.port, hasPassword: true },
    });
    await portal.payload.sendEmail(mail);
    expect(await newest()).toMatchObject({ status: 'sent' });
    await settings('POST', { smtp: { password: null } });
    expect((await settings('GET')).notifications.smtp.hasPassword).toBe(false);
  });

  it('keep the changes of two people who save other fields at the same moment', async () => {
    const lock = await lockTable(portal.databaseUrl, 'portal_settings');
    const saves = [
      settings('POST', { from: 'Acme <support@acme.example>' }, 'administrator'),
      settings('POST', { notificationEmail: 'team@acme.example' }),
    ];
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await query(portal.databaseUrl, waiting)).length).toBeGreaterThan(1);
    await lock.unlock();
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await settings('GET')).notifications).toMatchObject({
      from: 'Acme <support@acme.example>',
      notificationEmail: 'team@acme.example',
    });
  });

  it('refuse a form that was opened before another change, and keep that change', async () => {
    const read = () => portal.payload.findGlobal({ slug: 'portal-settings', overrideAccess: true });
    const form = await read();
    await settings('POST', { notificationEmail: 'team@acme.example' });
    const send = async (body: object) => {
      const headers = {
        'Content-Type': 'application/json',
        Authorization: `JWT ${people.administrator.token}`,
      };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await portal.fetch('/api/globals/portal-settings', init);
      return { status: response.status, text: await response.text() };
    };
    const refused = await send(form);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Someone has changed')]);
    expect((await settings('GET')).notifications).toMatchObject({ notificationEmail: 'team@acme.example' });
    expect((await send(await read())).status).toBe(200);
  });

  it('clear a whole group by null, and keep values that a change omits', async () => {
    await connectSmtp();
    for (const change of [undefined, {}]) await settings('POST', change);
    expect((await settings('GET')).notifications.smtp).toMatchObject({
      hasPassword: true,
      host: '127.0.0.1',
    });
    expect((await settings('POST', { smtp: null })).notifications.smtp).toMatchObject({
      hasPassword: false,
      host: null,
    });
  });

  it('set the sender of mail without one', async () => {
    await connectSmtp();
    await settings('POST', { from: 'Acme Desk <desk@acme.example>' });
    await portal.payload.sendEmail(mail);
    expect(smtp.mails.at(-1)?.from).toBe('desk@acme.example');
    expect(smtp.mails.at(-1)?.content).toContain('From: Acme Desk <desk@acme.example>');
  });

  it('set the sender of the CMS’s own mails, too', async () => {
    await connectSmtp();
    await settings('POST', { from: 'Acme Desk <desk@acme.example>' });
    await portal.payload.forgotPassword({ collection: 'users', data: { email: people.client.email } });
    expect(smtp.mails.at(-1)?.from).toBe('desk@acme.example');
  });

  it('log a wrong password with the server’s error, without the password', async () => {
    await connectSmtp();
    await settings('POST', { smtp: { password: 'a wrong password' } });
    await expect(portal.payload.sendEmail(mail)).rejects.toThrow('535');
    const row = await newest();
    expect(row).toMatchObject({ transport: 'smtp', status: 'failed', error: expect.stringContaining('535') });
    expect(JSON.stringify(row)).not.toContain('wrong password');
  });

  it.each([
    [{ from: 'nobody' }, 'notifications.from'],
    [{ from: 'a@x.io, b@x.io' }, 'notifications.from'],
    [{ notificationEmail: 'nobody' }, 'notifications.notificationEmail'],
    [{ smtp: { host: 'smtp.example.com:25' } }, 'notifications.smtp.host'],
    [{ smtp: { port: 70_000 } }, 'notifications.smtp.port'],
    [{ smtp: { port: 25.5 } }, 'notifications.smtp.port'],
    [{ smtp: { password: 'x'.repeat(1_001) } }, 'notifications.smtp.password'],
    [{ proxy: { url: 'ftp://example.com' } }, 'notifications.proxy.url'],
    [{ proxy: { url: 'https://user:pass@example.com' } }, 'notifications.proxy.url'],
    [{ proxy: { token: 'two words' } }, 'notifications.proxy.token'],
  ])('refuse %j and name the field', async (change, path) => {
    const { status, text } = await settings('POST', change);
    expect(status).toBe(400);
    expect(text).toContain(`"path":"${path}"`);
  });

  it('are read by staff and changed by administrators and the technical roles', async () => {
    const outcomes: Record<string, [number, number]> = {};
    for (const role of [
      'administrator',
      'editor',
      'developer',
      'technician',
      'representative',
      'client',
    ] as const) {
      const read = await settings('GET', undefined, role);
      const change = await settings('POST', { notificationEmail: 'desk@example.com' }, role);
      outcomes[role] = [read.status, change.status];
    }
    expect(outcomes).toEqual({
      administrator: [200, 200],
      editor: [200, 403],
      developer: [200, 200],
      technician: [200, 200],
      representative: [403, 403],
      client: [403, 403],
    });
  });

  it('refuse a person who may not change them while another change goes on', async () => {
    const { unlock } = await holdLock(
      portal.databaseUrl,
      `select pg_advisory_xact_lock(hashtextextended('payload-support-portal/portal-settings', 0))`,
    );
    const { status } = await settings('POST', { from: null }, 'client');
    const change = settings('POST', { from: null });
    const waiting = `select 1 from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`;
    await expect.poll(() => query(portal.databaseUrl, waiting)).not.toEqual([]);
    await unlock();
    expect([status, (await change).status]).toEqual([403, 200]);
  });
});

it('whether replies need a plain address is said where the address for mail in is set', async () => {
  const configured = { ...noSettings.inbound, address: 'support@app.example', plainReplyTo: true };
  const options = async () => {
    const { address, plainReplyTo } = await inboundOptions(portal.payload, configured);
    return [address, plainReplyTo];
  };
  const set = (address: string | null, plainReplyTo: boolean) =>
    portal.payload.updateGlobal({
      slug: 'portal-settings',
      data: { inbound: { address, plainReplyTo } },
      overrideAccess: true,
    });
  expect(await options()).toEqual(['support@app.example', true]);
  await set('desk@portal.example', false);
  expect(await options()).toEqual(['desk@portal.example', false]);
  await set('desk@portal.example', true);
  expect(await options()).toEqual(['desk@portal.example', true]);
  configured.plainReplyTo = false;
  await set(null, true);
  expect(await options()).toEqual(['support@app.example', false]);
});

it('the sender of Settings replaces that of the app, and none with a name of its own', async () => {
  await settings('POST', { from: 'Desk <desk@portal.example>' });
  await connectSmtp();
  const { defaultFromName: name, defaultFromAddress: address } = portal.payload.email;
  const senderFor = async (from: string) => {
    await portal.payload.sendEmail({ ...mail, from });
    return /^From: (.*?)\r?$/m.exec(smtp.mails.at(-1)?.content ?? '')?.[1];
  };
  expect(await senderFor(`"${name}" <${address}>`)).toBe('Desk <desk@portal.example>');
  expect(await senderFor(`"Invoices" <${address}>`)).toBe(`Invoices <${address}>`);
});
