import type { EmailAdapter, Payload, Plugin, SendEmailOptions } from 'payload';
import { sendPortalEmail } from 'payload-support-portal';
import { describe, expect, it } from 'vitest';
import type { MailTransport } from '../../../src/features/mail/chain/transport.ts';
import { query, startPortal, stopAfterTest, type TestPortal } from '../../support/portal/payload.ts';

interface Row {
  to: string;
  subject: string | null;
  transport: string | null;
  status: string;
  error: string | null;
}

/** An adapter of an app that keeps the messages it gets. */
const keepingAdapter = (name: string, kept: SendEmailOptions[] = []) => {
  const adapter: EmailAdapter = () => ({
    name,
    defaultFromName: 'App',
    defaultFromAddress: 'app@example.com',
    sendEmail: async (message) => {
      kept.push(message);
      return { messageId: `<${kept.length}@${name}>`, accepted: ['ann@example.com'], rejected: [] };
    },
  });
  return { adapter, kept };
};

const rowsOf = ({ databaseUrl }: TestPortal): Promise<Row[]> =>
  query<Row>(databaseUrl, 'select "to", subject, transport, status, error from email_log order by id');

const mail = { to: 'ann@example.com', subject: 'Your transfer is ready', text: 'Hello' };

const start = async (options: Parameters<typeof startPortal>[0]) => stopAfterTest(await startPortal(options));

describe('the interception of mail', () => {
  it('logs a mail sent by payload.sendEmail once', async () => {
    const { adapter, kept } = keepingAdapter('app-mail');
    const portal = await start({ app: { email: adapter } });
    await portal.payload.sendEmail(mail);
    expect(kept).toHaveLength(1);
    expect(await rowsOf(portal)).toEqual([
      { to: 'ann@example.com', subject: mail.subject, transport: 'app-mail', status: 'sent', error: null },
    ]);
  });

  it('names no password of a transport to who sends a mail', async () => {
    const transport: MailTransport = {
      name: 'own',
      secrets: ['a long password'],
      send: async () => ({ outcome: 'refused', error: 'a long password is wrong', undeliverable: [] }),
    };
    const portal = await start({ portal: { mail: { transports: [transport] } } });
    const sending = portal.payload.sendEmail(mail);
    await expect(sending).rejects.toThrow(/is wrong/);
    await expect(sending).rejects.not.toThrow(/a long password/);
    expect((await rowsOf(portal))[0]?.error).not.toContain('a long password');
  });

  it('logs a mail sent by sendPortalEmail once, with its declaration', async () => {
    const { adapter, kept } = keepingAdapter('app-mail');
    const portal = await start({ app: { email: adapter } });
    const relatedTo = { type: 'transfer', id: 42 };
    const response = await sendPortalEmail(portal.payload, {
      ...mail,
      portal: { type: 'transfer_ready', relatedTo },
    });
    expect(response).toMatchObject({ messageId: '<1@app-mail>' });
    expect(kept).toStrictEqual([mail]);
    const rows = await query(portal.databaseUrl, 'select type, related_type, related_id from email_log');
    expect(rows).toEqual([{ type: 'transfer_ready', related_type: 'transfer', related_id: '42' }]);
  });

  it('logs a mail sent by payload.email.sendEmail once', async () => {
    const { adapter, kept } = keepingAdapter('app-mail');
    const portal = await start({ app: { email: adapter } });
    await portal.payload.email.sendEmail(mail);
    expect(kept).toHaveLength(1);
    expect(await rowsOf(portal)).toHaveLength(1);
  });

  it('passes the unchanged message to the app’s adapter, without the portal’s declaration', async () => {
    const { adapter, kept } = keepingAdapter('app-mail');
    const portal = await start({ app: { email: adapter } });
    const { to, subject, text } = mail;
    await portal.payload.sendEmail({ ...mail, portal: { type: 'transfer_ready' } });
    expect(kept).toStrictEqual([{ to, subject, text }]);
  });

  it('returns what the app’s adapter returns', async () => {
    const { adapter } = keepingAdapter('app-mail');
    const portal = await start({ app: { email: adapter } });
    expect(await portal.payload.sendEmail(mail)).toMatchObject({ messageId: '<1@app-mail>' });
  });

  it('catches an adapter that a later plugin sets, even as a promise', async () => {
    const { adapter, kept } = keepingAdapter('late-mail');
    const later: Plugin = Object.assign(
      (config: Parameters<Plugin>[0]) => ({ ...config, email: Promise.resolve(adapter) }),
      { order: 5000 },
    );
    const portal = await start({ app: { plugins: [later] } });
    await portal.payload.sendEmail(mail);
    await portal.payload.email.sendEmail(mail);
    expect(kept).toHaveLength(2);
    expect((await rowsOf(portal)).map(({ transport }) => transport)).toEqual(['late-mail', 'late-mail']);
  });

  it('catches an adapter that is assigned after the start', async () => {
    const first = keepingAdapter('first');
    const second = keepingAdapter('second');
    const portal = await start({ app: { email: first.adapter } });
    portal.payload.email = second.adapter({ payload: portal.payload });
    await portal.payload.email.sendEmail(mail);
    expect(second.kept).toHaveLength(1);
    expect((await rowsOf(portal)).map(({ transport }) => transport)).toEqual(['second']);
  });

  it('logs a mail once that a wrapper around the adapter’s function passes on, as changed by the wrapper', async () => {
    const { adapter, kept } = keepingAdapter('app-mail');
    const wrap = async (payload: Payload) => {
      const original = payload.email.sendEmail;
      payload.email.sendEmail = (message) =>
        original({ ...message, subject: `[Staging] ${message.subject}` });
    };
    const portal = await start({ app: { email: adapter, onInit: wrap } });
    await portal.payload.email.sendEmail(mail);
    expect(kept.map(({ subject }) => subject)).toEqual(['[Staging] Your transfer is ready']);
    expect((await rowsOf(portal)).map(({ subject }) => subject)).toEqual([
      '[Staging] Your transfer is ready',
    ]);
  });

  it('logs a mail once that a wrapping adapter rebuilds', async () => {
    const { adapter, kept } = keepingAdapter('app-mail');
    const portal = await start({ app: { email: adapter } });
    const inner = portal.payload.email;
    portal.payload.email = {
      ...inner,
      name: 'wrapping',
      sendEmail: ({ to, subject, text }) => inner.sendEmail({ to, subject, text }),
    };
    await portal.payload.email.sendEmail(mail);
    expect(kept).toHaveLength(1);
    expect((await rowsOf(portal)).map(({ transport }) => transport)).toEqual(['app-mail']);
  });

  it('logs the mail of a function that replaces payload.sendEmail, by the adapter’s name', async () => {
    const { adapter, kept } = keepingAdapter('app-mail');
    const portal = await start({ app: { email: adapter } });
    portal.payload.sendEmail = () => Promise.reject(new Error('550 nobody here'));
    await expect(portal.payload.sendEmail(mail)).rejects.toThrow('550 nobody here');
    expect(kept).toHaveLength(0);
    expect(await rowsOf(portal)).toEqual([
      {
        to: 'ann@example.com',
        subject: mail.subject,
        transport: 'app-mail',
        status: 'failed',
        error: '550 nobody here',
      },
    ]);
  });

  it('logs a second mail, sent while the first is being sent, in its own row', async () => {
    const { adapter } = keepingAdapter('app-mail');
    const portal = await start({ app: { email: adapter } });
    const original = portal.payload.email.sendEmail;
    portal.payload.email.sendEmail = async (message) => {
      await portal.payload.sendEmail({ to: 'archive@example.com', subject: 'Copy', text: 'Copy' });
      return original(message);
    };
    await portal.payload.email.sendEmail(mail);
    expect((await rowsOf(portal)).map(({ to }) => to).sort()).toEqual([
      'ann@example.com',
      'archive@example.com',
    ]);
  });

  it('logs the CMS’s own forgot-password mail', async () => {
    const { adapter, kept } = keepingAdapter('app-mail');
    const portal = await start({ app: { email: adapter } });
    const data = { email: 'ann@example.com', password: 'correct horse', role: 'administrator' };
    await portal.payload.create({ collection: 'users', data, overrideAccess: true });
    const response = await portal.fetch('/api/users/forgot-password', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: data.email }),
    });
    expect(response.status).toBe(200);
    expect(kept).toHaveLength(1);
    expect(await rowsOf(portal)).toMatchObject([{ to: 'ann@example.com', status: 'sent' }]);
  });

  it('keeps the row of a mail whose caller rolls back', async () => {
    const { adapter } = keepingAdapter('app-mail');
    const afterChange = async ({ req }: { req: { payload: Payload } }) => {
      await req.payload.sendEmail(mail);
      throw new Error('rolled back');
    };
    const plugin: Plugin = (config) => ({
      ...config,
      collections: config.collections?.map((collection) =>
        collection.slug === 'organizations'
          ? { ...collection, hooks: { afterChange: [afterChange] } }
          : collection,
      ),
    });
    const portal = await start({ app: { email: adapter, plugins: [plugin] } });
    const creating = portal.payload.create({
      collection: 'organizations',
      data: { name: 'Acme' },
      overrideAccess: true,
    });
    await expect(creating).rejects.toThrow('rolled back');
    expect(await query(portal.databaseUrl, 'select 1 from organizations')).toHaveLength(0);
    expect(await rowsOf(portal)).toHaveLength(1);
  });

  it('fails a mail in an app without a provider, and says where to connect one', async () => {
    const portal = await start({});
    await expect(portal.payload.sendEmail(mail)).rejects.toThrow('Settings → Notifications');
    expect(await rowsOf(portal)).toMatchObject([{ transport: null, status: 'failed' }]);
  });

  it('rejects with the row’s error text for any error of an app’s transport', async () => {
    const transport: MailTransport = {
      name: 'own',
      send: async () => ({ outcome: 'refused', error: 'a\0b \ud83d', undeliverable: [] }),
    };
    const portal = await start({ portal: { mail: { transports: [transport] } } });
    const error = await portal.payload.sendEmail(mail).catch(({ message }: Error) => message);
    expect(error).toBe('a b \ufffd');
    expect(await rowsOf(portal)).toMatchObject([{ transport: 'own', error }]);
  });

  it('refuses an invalid recipient before the app’s adapter sees it', async () => {
    const { adapter, kept } = keepingAdapter('app-mail');
    const portal = await start({ app: { email: adapter } });
    const broken = { ...mail, to: 'ann@example.com\r\nBcc: evil@example.com' };
    await expect(portal.payload.sendEmail(broken)).rejects.toThrow('ann@example.com');
    expect(kept).toHaveLength(0);
    expect(await rowsOf(portal)).toMatchObject([
      { to: 'ann@example.com Bcc: evil@example.com', transport: null, status: 'failed' },
    ]);
  });

  const trap = () => {
    throw new Error('a getter that throws');
  };

  it.each<[string, unknown]>([
    ['whose declaration is a text', { ...mail, portal: 'nonsense' }],
    ['whose declaration throws', { ...mail, portal: Object.defineProperty({}, 'type', { get: trap }) }],
    ['whose observer throws', { ...mail, portal: { observe: trap } }],
  ])('sends and logs a mail %s', async (_, message) => {
    const { adapter, kept } = keepingAdapter('app-mail');
    const portal = await start({ app: { email: adapter } });
    await portal.payload.sendEmail(message as SendEmailOptions);
    expect(kept).toHaveLength(1);
    expect(await rowsOf(portal)).toMatchObject([{ subject: mail.subject, status: 'sent' }]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    [
      'a message whose subject throws',
      Object.defineProperty({ ...mail }, 'subject', { get: trap, enumerable: true }),
    ],
    [
      'a message whose recipient throws',
      Object.defineProperty({ ...mail }, 'to', { get: trap, enumerable: true }),
    ],
  ])('logs %s passed to the mail function as failed', async (_, message) => {
    const { adapter, kept } = keepingAdapter('app-mail');
    const portal = await start({ app: { email: adapter } });
    await expect(portal.payload.sendEmail(message as SendEmailOptions)).rejects.toThrow();
    expect(kept).toHaveLength(0);
    expect(await rowsOf(portal)).toMatchObject([{ status: 'failed', error: expect.any(String) }]);
  });

  it('does nothing if it is disabled, and keeps the schema', async () => {
    const { adapter, kept } = keepingAdapter('app-mail');
    const portal = await start({ portal: { disabled: true }, app: { email: adapter } });
    await portal.payload.sendEmail(mail);
    expect(kept).toHaveLength(1);
    expect(await rowsOf(portal)).toEqual([]);
  });
});
