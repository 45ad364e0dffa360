import { randomBytes } from 'node:crypto';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import { keyClient, sessionOf } from '../support/api/api.ts';
import { authservId, deliver, withInbound, written } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { query, startPortal } from '../support/portal/payload.ts';
import { createPeople } from '../support/portal/people.ts';
import { mailUser, startDovecot } from '../support/servers/dovecot.ts';

// A mailbox that was away is tried again after a pause.
vi.setConfig({ testTimeout: 240_000 });

/** No index has room for it, however well it is compressed. */
const randomText = (length: number): string => randomBytes(length).toString('hex').slice(0, length);

/** Each test has a mailbox and a portal to itself, and waits most of its time, beside the others. */
const openMailbox = async ({ onTestFinished }: TestContext) => {
  const dovecot = await startDovecot();
  onTestFinished(dovecot.close);
  const portal = await startPortal({ portal: withInbound });
  onTestFinished(portal.stop);
  const people = await createPeople(portal);
  const staff = await keyClient(portal, people.administrator, { owner: people.administrator });

  const settings = (imap: object | null) =>
    portal.payload.updateGlobal({
      slug: 'portal-settings',
      data: { inbound: { imap } } as never,
      overrideAccess: true,
    });

  const mailboxRows = () =>
    query<{ state: { lastUid: number } | null; error: string | null; read_at: Date | null }>(
      portal.databaseUrl,
      'select state, error, read_at from support_portal.mailboxes order by read_at nulls first',
    );

  const messages = async (): Promise<{ subject: string; outcome: string; via: string; reason: string }[]> =>
    (await staff.get('/portal/v1/inbound-mails?per_page=100')).body.data;

  return {
    dovecot,
    portal,
    people,
    mailboxRows,
    messages,
    connect: (changes: object = {}) =>
      settings({ host: '127.0.0.1', port: dovecot.port, secure: false, ...mailUser, ...changes }),
    disconnect: async (): Promise<void> => {
      await settings(null);
      const held = 'select 1 from support_portal.mailboxes where holder is not null';
      await eventually(async () => (await query(portal.databaseUrl, held)).length === 0);
    },
    /** Until the connected mailbox was read to its end, after now. */
    looked: async (): Promise<void> => {
      const [{ now } = { now: new Date() }] = await query<{ now: Date }>(portal.databaseUrl, 'select now()');
      await eventually(async () => {
        const rows = await mailboxRows();
        return rows.some(({ read_at }) => read_at !== null && read_at > now);
      });
    },
    arrives: async (subject: string) => {
      let found: Awaited<ReturnType<typeof messages>>[number] | undefined;
      await eventually(async () => {
        found = (await messages()).find((mail) => mail.subject === subject && mail.outcome !== null);
        return found !== undefined;
      }, 60);
      return found;
    },
  };
};

const from = 'client@example.com';

describe.concurrent('a mailbox', () => {
  it('is read from the moment that it is connected, at once, and is not changed', async (context) => {
    const { dovecot, messages, connect, looked, arrives } = await openMailbox(context);
    await dovecot.append(written({ from, subject: 'an old mail' }));
    await connect();
    await looked();
    await dovecot.append(written({ from, subject: 'a new mail' }));
    expect(await arrives('a new mail')).toMatchObject({ outcome: 'ticket', via: 'imap' });
    expect((await messages()).map(({ subject }) => subject)).not.toContain('an old mail');
    expect(await dovecot.flags()).toEqual([[], []]);
  });

  it('brings what came while no process read it', async (context) => {
    const { dovecot, connect, disconnect, looked, arrives } = await openMailbox(context);
    await connect();
    await looked();
    await disconnect();
    for (const number of [1, 2, 3]) await dovecot.append(written({ from, subject: `meanwhile ${number}` }));
    await connect();
    for (const number of [1, 2, 3]) await arrives(`meanwhile ${number}`);
  });

  it('brings the same mail once, though it came over HTTP as well', async (context) => {
    const { dovecot, portal, messages, connect, looked, arrives } = await openMailbox(context);
    await connect();
    await looked();
    const message = written({ from, subject: 'by two ways' });
    await deliver(portal, message);
    await dovecot.append(`Received: from mx.example by imap.example\r\n${message}`);
    await dovecot.append(written({ from, subject: 'after both' }));
    await arrives('after both');
    expect((await messages()).filter(({ subject }) => subject === 'by two ways')).toHaveLength(1);
  });

  it('is read on past a mail whose Message-ID is a line of 11 MB, at which Dovecot ends', async (context) => {
    const { dovecot, connect, looked, arrives } = await openMailbox(context);
    await connect();
    await looked();
    await dovecot.append(`From: ${from}\r\nMessage-ID: ${'y'.repeat(11_000_000)}\r\n\r\nHi.`);
    await dovecot.append(written({ from, subject: 'after it' }));
    await arrives('after it');
  });

  it('whose UIDVALIDITY changes neither loses nor doubles a mail', async (context) => {
    const { dovecot, messages, connect, looked, arrives } = await openMailbox(context);
    await dovecot.append(written({ from, subject: 'before the connection' }), {
      date: new Date(Date.now() - 60_000),
    });
    await connect();
    await looked();
    await dovecot.append(written({ from, subject: 'known before the change' }));
    await arrives('known before the change');
    await dovecot.stop();
    dovecot.forgetUids();
    await dovecot.start();
    await dovecot.append(written({ from, subject: 'after the change' }));
    await arrives('after the change');
    const subjects = (await messages()).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'known before the change')).toHaveLength(1);
    expect(subjects).not.toContain('before the connection');
  });

  it('whose UIDVALIDITY changes brings no mail again whose row has ended', async (context) => {
    const { dovecot, portal, messages, connect, looked, arrives } = await openMailbox(context);
    dovecot.doveadm('mailbox', 'create', '-u', mailUser.user, 'Years');
    await connect({ mailbox: 'Years' });
    await looked();
    const date = new Date(Date.now() - 400 * 24 * 60 * 60 * 1000);
    await dovecot.append(written({ from, subject: 'of last year' }), { mailbox: 'Years', date });
    await arrives('of last year');
    await query(portal.databaseUrl, `delete from inbound_mails where subject = 'of last year'`);
    await dovecot.stop();
    dovecot.forgetUids();
    await dovecot.start();
    await dovecot.append(written({ from, subject: 'of this year' }), { mailbox: 'Years' });
    await arrives('of this year');
    expect((await messages()).map(({ subject }) => subject)).not.toContain('of last year');
  });

  it('that is away is named with the server’s words, and is read on when it is back', async (context) => {
    const { dovecot, mailboxRows, connect, looked, arrives } = await openMailbox(context);
    await connect();
    await looked();
    await dovecot.stop();
    await eventually(async () => (await mailboxRows())[0]?.error?.includes('ECONNREFUSED') ?? false, 60);
    await dovecot.start();
    await dovecot.append(written({ from, subject: 'after the outage' }));
    await arrives('after the outage');
    // The look that brought it may go on.
    await eventually(async () => (await mailboxRows())[0]?.error === null);
  });

  it('whose server is written otherwise is read on, with what came meanwhile', async (context) => {
    const { connect, disconnect, dovecot, arrives, looked, messages } = await openMailbox(context);
    await dovecot.append(written({ from, subject: 'Before' }));
    await connect();
    await looked();
    await dovecot.append(written({ from, subject: 'One' }));
    await arrives('One');
    await disconnect();
    await dovecot.append(written({ from, subject: 'Two' }));
    await connect({ host: 'localhost' });
    await arrives('Two');
    expect((await messages()).map(({ subject }) => subject).toSorted()).toEqual(['One', 'Two']);
  });

  it('that refuses the login says so', async (context) => {
    const { portal, people, mailboxRows, connect } = await openMailbox(context);
    await connect({ password: 'wrong' });
    await eventually(async () => (await mailboxRows())[0]?.error?.includes('AUTHENTICATIONFAILED') ?? false);
    const { body } = await sessionOf(portal, people.administrator).post('/portal/v1/inbound/test');
    expect(body).toEqual({
      status: 'failed',
      messages: null,
      idle: null,
      error: 'The mail server refused the login: [AUTHENTICATIONFAILED] Authentication failed.',
    });
  });

  it('can be tried', async (context) => {
    const { portal, people, connect } = await openMailbox(context);
    await connect();
    const tried = await sessionOf(portal, people.administrator).post('/portal/v1/inbound/test');
    expect(tried.body).toMatchObject({ status: 'ok', idle: true, error: null });
    expect((await sessionOf(portal, people.editor).post('/portal/v1/inbound/test')).status).toBe(403);
  });

  it('that is gone is named', async (context) => {
    const { mailboxRows, connect } = await openMailbox(context);
    await connect({ mailbox: 'Gone' });
    await eventually(async () => (await mailboxRows())[0]?.error?.includes('Gone') ?? false);
  });

  it('may have any name', async (context) => {
    const { dovecot, connect, looked, arrives } = await openMailbox(context);
    dovecot.doveadm('mailbox', 'create', '-u', mailUser.user, 'Größe & Büro.Eingang');
    await connect({ mailbox: 'Größe & Büro.Eingang' });
    await looked();
    await dovecot.append(written({ from, subject: 'in a folder' }), { mailbox: 'Größe & Büro.Eingang' });
    await arrives('in a folder');
  });

  it('is read by one process at a time', async (context) => {
    const { dovecot, portal, messages, connect, looked, arrives } = await openMailbox(context);
    const other = await startPortal({
      databaseUrl: portal.databaseUrl,
      portal: { inbound: { trustedAuthservId: { imap: authservId, http: authservId } } },
    });
    // The first request begins the background work.
    await other.fetch('/api/v1/tickets');
    await connect();
    await looked();
    const [{ count } = { count: '' }] = await query<{ count: string }>(
      portal.databaseUrl,
      'select count(distinct holder) as count from support_portal.mailboxes where held_until > now()',
    );
    expect(count).toBe('1');
    await dovecot.append(written({ from, subject: 'read by one' }));
    await arrives('read by one');
    expect((await messages()).filter(({ subject }) => subject === 'read by one')).toHaveLength(1);
    await other.stop();
  });

  it('keeps a message of more than 35 MiB, which is noted as failed', async (context) => {
    const { dovecot, messages, connect, looked, arrives } = await openMailbox(context);
    await connect();
    await looked();
    const line = `${'x'.repeat(998)}\r\n`;
    const huge = written({ from, subject: 'huge', text: line.repeat(36_800) });
    const withLongId = huge.replace(/^Message-ID: <.*>$/m, `Message-ID: <${randomText(5_000)}@a.example>`);
    const refused = async () => (await messages()).filter(({ reason }) => reason?.includes('35 MiB'));
    await dovecot.append(withLongId);
    await eventually(async () => (await refused()).length === 1);
    expect((await refused())[0]).toMatchObject({ from, subject: 'huge' });
    // Of the same length and the same Message-ID.
    await dovecot.append(withLongId.replace('Subject: huge', 'Subject: HUGE'));
    await eventually(async () => (await refused()).length === 2);
    await dovecot.append(written({ from, subject: 'after the huge ones' }));
    await arrives('after the huge ones');
  });

  it('is read on past a mail whose header PostgreSQL cannot store', async (context) => {
    const { dovecot, portal, mailboxRows, messages, connect, looked, arrives } = await openMailbox(context);
    // A rule of the table: no such mail is ever stored.
    await query(
      portal.databaseUrl,
      `alter table inbound_mails add constraint no_poison check (subject is distinct from 'poison')`,
    );
    await connect();
    await looked();
    await dovecot.append(written({ from, subject: 'poison' }));
    await dovecot.append(written({ from, subject: 'after it' }));
    await arrives('after it');
    expect((await mailboxRows())[0]?.error).toBeNull();
    const kept = (await messages()).filter(({ subject }) => subject === null);
    expect(kept).toMatchObject([{ from: null }]);
  });

  it('says in a few words why a message cannot be stored for now, and not what is in it', async (context) => {
    const { dovecot, portal, mailboxRows, connect, looked, arrives } = await openMailbox(context);
    await connect();
    await looked();
    await query(
      portal.databaseUrl,
      `create function refuse_mail() returns trigger language plpgsql as
         $$ begin raise exception 'not now: %', new.subject; end $$;
       create trigger refuse_mail before insert on inbound_mails for each row execute function refuse_mail()`,
    );
    await dovecot.append(written({ from, subject: 'words of a stranger' }));
    await eventually(async () => ((await mailboxRows())[0]?.error ?? null) !== null, 60);
    expect((await mailboxRows())[0]?.error).toBe(
      'The portal cannot store a message: PostgreSQL reported SQLSTATE P0001',
    );
    await query(portal.databaseUrl, 'drop trigger refuse_mail on inbound_mails');
    await arrives('words of a stranger');
  });
});
