import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { de } from 'payload/i18n/de';
import { en } from 'payload/i18n/en';
import { smtpTransport } from 'payload-support-portal';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { contextOf } from '../../src/core/context.ts';
import { inTurnAt, lineAt } from '../../src/core/http/turns.ts';
import { buildClientPages } from '../../src/features/client-pages/feature.ts';
import { nextKey } from '../../src/features/client-pages/pages/kept.ts';
import { problemsIn } from '../../src/features/client-pages/problems.ts';
import type { Visit } from '../../src/features/client-pages/visit.ts';
import { type PageVisitor, visitPages } from '../support/pages/clientPages.ts';
import { signedIn } from '../support/pages/clientSession.ts';
import { query, serverUrl, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';
import { pagesOf, serve } from '../support/portal/serve.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: TestPortal;
let people: People;
let count = 0;

beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await startPortal({
    app: { i18n: { supportedLanguages: { en, de } } },
    portal: {
      files: { maxBytes: 100_000 },
      mail: {
        from: 'Support <noreply@portal.example>',
        transports: [smtpTransport({ host: '127.0.0.1', port: smtp.port })],
      },
      clients: { pages: { title: 'Acme Support', footer: () => '<p>Imprint</p>' } },
    },
  });
  people = await createPeople(portal);
});

afterAll(async () => {
  await portal.stop();
  await smtp.close();
});

const newClient = async (organization = people.organization) => {
  count += 1;
  const email = `reader${count}@example.com`;
  const data = { email, name: `Reader ${count}`, password: 'a long password', role: 'client', organization };
  return { id: Number((await portal.payload.create({ collection: 'users', data })).id), email };
};

/** A visitor who is signed in as a new client. */
const enter = async (): Promise<PageVisitor & { id: number }> => {
  const client = await newClient();
  return { ...visitPages(portal, (await signedIn(portal, client)).cookies), id: client.id };
};

const codeOf = async (email: string): Promise<{ code: string; link: string }> => {
  // They get receipts, too.
  const own = () =>
    smtp.mails.filter(({ recipients, content }) => recipients.includes(email) && content.includes('spl_'));
  await expect.poll(() => own().length).toBeGreaterThan(0);
  const content = (own().at(-1)?.content ?? '').replaceAll('=\r\n', '');
  return {
    code: /\b\d{4} \d{4}\b/.exec(content)?.[0] ?? '',
    link: /\/support\/sign-in\/(spl_[\dA-Za-z]{43})\b/.exec(content)?.[1] ?? '',
  };
};

const newTicket = async (visitor: PageVisitor, fields: object = {}): Promise<string> => {
  const { location } = await visitor.send('/support/tickets', { subject: 'VPN is slow', ...fields });
  const [path = ''] = location?.split('?') ?? [];
  expect(path).toMatch(/^\/support\/tickets\/\d+$/);
  return path;
};

/** Files of forms and uploads that wait on the portal's disk. */
const uploadsOnDisk = async (): Promise<string[]> => {
  const folder = join(portal.dataDir, 'uploads-tmp');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => name.includes('/') && !name.endsWith('owner.json'));
};

const internal = (ticket: string, text: string, isInternal: boolean) =>
  portal.payload.create({
    collection: 'ticket-replies',
    data: { ticket: Number(ticket.split('/').at(-1)), text, internal: isInternal },
    user: { id: people.editor.id, collection: 'users', role: 'editor' },
    overrideAccess: false,
  } as never);

/** A reply's rich text with a link. */
const withLink = (text: string, url: string) => {
  const words = (text: string) => ({ type: 'text', version: 1, text });
  const link = { type: 'link', version: 3, fields: { linkType: 'custom', url }, children: [words(text)] };
  const paragraph = { type: 'paragraph', version: 1, children: [words('Fill in '), link] };
  return { root: { type: 'root', version: 1, children: [paragraph] } };
};

describe('every page', () => {
  it.each(['/support', '/support/sign-in', '/support/no/such/page', '/support/tickets/999999'])(
    'is kept from caches, search engines, frames and scripts of others: %s',
    async (path) => {
      const { headers } = await visitPages(portal).open(path);
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('X-Robots-Tag')).toBe('noindex');
      expect(headers.get('Referrer-Policy')).toBe('same-origin');
      const policy = headers.get('Content-Security-Policy') ?? '';
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "base-uri 'none'",
      ])
        expect(policy).toContain(rule);
      expect(policy).not.toContain('unsafe');
    },
  );

  it('is so at the portal’s own address too, whatever is sent to it', async () => {
    const { url, close } = await serve(portal);
    onTestFinished(close);
    const body = new Uint8Array(2_000_000);
    const large = await fetch(`${url}/support`, { method: 'POST', body, headers: { Origin: serverUrl } });
    expect([large.status, large.headers.get('X-Robots-Tag')]).toEqual([405, 'noindex']);
    expect(large.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    const home = await fetch(`${url}/`, { redirect: 'manual' });
    expect([home.status, home.headers.get('X-Content-Type-Options')]).toEqual([307, 'nosniff']);
  });

  it('has no inline script or style, and the words of the reader’s language', async () => {
    const visitor = await enter();
    const page = await visitor.open('/support', { 'Accept-Language': 'de' });
    expect(page.html).toContain('<html lang="de" dir="ltr">');
    expect(page.html).toContain('Neues Ticket');
    expect(page.html).toContain('Acme Support');
    expect(page.html).toContain('<p>Imprint</p>');
    expect(page.html).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/);
  });

  it('refuses in the language that the person has chosen, whatever the browser or the CMS prefers', async () => {
    const visitor = await enter();
    await visitor.send('/support/account', { name: 'Ann', language: 'de', notices: 'all' });
    visitor.cookies.set('payload-lng', 'en');
    const refused = await visitor.send('/support/files', { name: ' ' }, { 'Accept-Language': 'en' });
    expect(refused.html).toContain('<html lang="de"');
    expect(refused.html).toContain('Geben Sie einen Namen an.');
    const link = await visitor.open('/support/t/spl_none', { 'Accept-Language': 'en' });
    expect(link.html).toContain('<html lang="de"');
    const address = await visitPages(portal).send(
      '/support/sign-in',
      { email: 'no address' },
      { 'Accept-Language': 'de' },
    );
    expect(address.html).toContain('Geben Sie eine Adresse an');
  });

  it('answers HEAD like GET, without a body, and other methods by 405', async () => {
    const { pagesOf } = await import('../support/portal/serve.ts');
    const pages = pagesOf(portal);
    const at = (method: string, path: string) =>
      pages(new Request(`${serverUrl}/support${path}`, { method, headers: { Origin: serverUrl } }));
    const head = await at('HEAD', '/sign-in');
    expect([head.status, await head.text()]).toEqual([200, '']);
    const refused = await at('POST', '/tickets/new');
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    expect((await at('DELETE', '/account')).headers.get('Allow')).toBe('GET, HEAD, POST');
  });

  it('serves its assets for ever, by names that change with them', async () => {
    const { html } = await visitPages(portal).open('/support/sign-in');
    const addresses = [...html.matchAll(/\/support\/assets\/[\da-f]{16}\.(?:css|js)/g)].map(
      ([address]) => address,
    );
    expect(addresses).toHaveLength(2);
    for (const address of addresses) {
      const { status, headers } = await visitPages(portal).open(address);
      expect(status).toBe(200);
      expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    }
  });
});

describe('the sign-in', () => {
  it('leads by the code of the mail to the page that was asked for', async () => {
    const { email } = await newClient();
    const visitor = visitPages(portal);
    const asked = await visitor.open('/support/tickets/new?from=mail');
    expect(asked.status).toBe(401);
    expect(asked.html).toContain('name="next" value="/support/tickets/new?from=mail"');
    const next = '/support/tickets/new?from=mail';
    const sent = await visitor.send('/support/sign-in', { email, next });
    expect(sent.status).toBe(200);
    expect(sent.html).toContain('autocomplete="one-time-code"');
    const { code } = await codeOf(email);
    const wrong = await visitor.send('/support/sign-in/code', { email, next, code: '0000 0000', stay: '1' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toMatch(/name="code"[^>]* value="0000 0000"/);
    expect(wrong.html).toMatch(/name="stay" value="1" checked/);
    expect(wrong.html).toContain('4 attempts left.');
    expect(wrong.html).toMatch(/role="alert" tabindex="-1"/);
    const entered = await visitor.send('/support/sign-in/code', { email, next, code });
    expect([entered.status, entered.location]).toEqual([303, next]);
    expect((await visitor.open(next)).status).toBe(200);
  });

  it('takes a link by a button, and the code too in another browser', async () => {
    const { email } = await newClient();
    const visitor = visitPages(portal);
    await visitor.send('/support/sign-in', { email });
    const { code, link } = await codeOf(email);
    const phone = visitPages(portal);
    for (let i = 0; i < 3; i += 1) expect((await phone.open(`/support/sign-in/${link}`)).status).toBe(200);
    const pressed = await phone.send(`/support/sign-in/${link}`, { stay: '1' });
    expect(pressed.status).toBe(409);
    expect(pressed.html).toMatch(/name="stay" value="1" checked/);
    expect(pressed.html).toContain('name="code"');
    expect((await phone.send(`/support/sign-in/${link}`, { code: '1' })).status).toBe(422);
    expect((await phone.send(`/support/sign-in/${link}`, { code: '0000 0000' })).status).toBe(422);
    expect((await phone.send(`/support/sign-in/${link}`, { code })).location).toBe('/support');
    // The button is pressed twice.
    expect((await phone.send(`/support/sign-in/${link}`, { code })).location).toBe('/support');
    const late = await visitor.send(`/support/sign-in/${link}`, {});
    expect(late.status).toBe(410);
    expect(late.html).toContain('Ask for a new code');
  });

  it('says a long wait in minutes', async () => {
    await query(portal.databaseUrl, 'delete from support_portal.sign_in_limits');
    let network = 0;
    const ask = (language: string) =>
      visitPages(portal).send(
        '/support/sign-in',
        { email: 'waits@nowhere.example' },
        { 'X-Forwarded-For': `10.7.${++network}.1`, 'Accept-Language': language },
      );
    for (let sent = 0; sent < 20; sent += 1) await ask('en');
    const [english, german] = [await ask('en'), await ask('de')];
    expect([english.status, english.html]).toEqual([
      429,
      expect.stringMatching(/Wait (?:60|59) minutes, then/),
    ]);
    expect(german.html).toMatch(/Warten Sie (?:60|59) Minuten/);
    await query(portal.databaseUrl, 'delete from support_portal.sign_in_limits');
  });

  it('says the same for an unknown address, and shows the form again for none', async () => {
    const { email } = await newClient();
    const say = async (address: string) => {
      const page = await visitPages(portal).send(
        '/support/sign-in',
        { email: address },
        { 'X-Forwarded-For': '198.51.100.4' },
      );
      return [page.status, page.html.replaceAll(address, 'X')];
    };
    expect(await say(email)).toEqual(await say('nobody@nowhere.example'));
    const wrong = await visitPages(portal).send('/support/sign-in', { email: 'ann' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('value="ann"');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/support', 'javascript:alert(1)'])(
    'leads nowhere else: %s',
    async (next) => {
      const { email } = await newClient();
      const visitor = visitPages(portal);
      expect((await visitor.open(`/support/sign-in?next=${encodeURIComponent(next)}`)).html).not.toContain(
        'name="next"',
      );
      await query(portal.databaseUrl, 'delete from support_portal.sign_in_limits');
      await visitor.send('/support/sign-in', { email, next });
      const { code } = await codeOf(email);
      expect((await visitor.send('/support/sign-in/code', { email, next, code })).location).toBe('/support');
    },
  );

  it('carries no text that a link brings along, and no page that is too long', async () => {
    const visitor = visitPages(portal);
    const kept = JSON.stringify({ action: '/tickets', fields: [['subject', 'I cancel']] });
    const { html } = await visitor.open(`/support/sign-in?kept=${encodeURIComponent(kept)}`);
    expect(html).not.toContain('I cancel');
    const long = await visitor.open(`/support?search=${'a'.repeat(600)}`);
    expect(long.html).not.toContain('name="next"');
  });

  it.each([
    '..%2Faccount%2Fsign-out-everywhere',
    '..%2F..%2Fapi%2Fusers%2Flogout',
    '..%5Caccount',
    'x%3Faction',
    'x%23y',
    '%252e%252e',
  ])('has no page that sends its form elsewhere: %s', async (link) => {
    const { status, html } = await visitPages(portal).open(`/support/sign-in/${link}`);
    expect([status, html.includes('method="post"')]).toEqual([404, false]);
  });

  it('is refused from another site', async () => {
    const page = await visitPages(portal).send(
      '/support/sign-in',
      { email: 'a@b.example' },
      { Origin: 'https://evil.example' },
    );
    expect(page.status).toBe(403);
  });
});

describe('tickets', () => {
  it('are opened, answered, closed and opened again', async () => {
    const visitor = await enter();
    expect((await visitor.open('/support')).html).toContain('You have no tickets yet.');
    const ticket = await newTicket(visitor, {
      description: 'Since <b>Monday</b>.\nSee https://example.com/x?y=1.',
      urgent: '1',
    });
    const page = await visitor.open(ticket);
    expect(page.html).toContain('Since &lt;b&gt;Monday&lt;/b&gt;.\nSee <a href="https://example.com/x?y=1"');
    const { location } = await visitor.send(`${ticket}/replies`, { body: 'It is worse today.' });
    expect(location).toMatch(/\?sent=[\w-]+#answer$/);
    expect(location).toContain(ticket);
    expect((await visitor.open(ticket)).html).toContain('It is worse today.');
    const author = /\/close"><input type="hidden" name="author" value="(\d+)"/.exec(page.html)?.[1];
    expect(author).toBe(String(visitor.id));
    expect((await visitor.send(`${ticket}/close`, { author: '999999' })).status).toBe(409);
    expect((await visitor.send(`${ticket}/close`, { author: String(author) })).location).toBe(ticket);
    expect((await visitor.open('/support?view=closed')).html).toContain('VPN is slow');
    expect((await visitor.open(ticket)).html).toContain('This ticket is closed.');
    await visitor.send(`${ticket}/reopen`, {});
    expect((await visitor.open('/support?view=open')).html).toContain('VPN is slow');
  });

  it('take files, with a new ticket and with a reply, and keep the text if one is refused', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor, { files: new File(['log'], 'first.log') });
    await visitor.send(`${ticket}/replies`, {
      body: 'And this',
      files: new File(['more'], 'second <b>.log'),
    });
    const page = await visitor.open(ticket);
    expect(page.html).toContain('first.log');
    expect(page.html).toContain('second &lt;b&gt;.log');
    // Each stands at its message: at the description, and at the reply.
    const articles = page.html.split('<article').slice(1);
    expect(articles.map((article) => article.split('</article>')[0]?.match(/[\w&;]+\.log/g))).toEqual([
      ['first.log'],
      ['&lt;b&gt;.log'],
    ]);
    const large = new File([new Uint8Array(200_000)], 'large.bin');
    const refused = await visitor.send(`${ticket}/replies`, { body: 'My long text', files: large });
    expect(refused.status).toBe(413);
    expect(refused.html).toContain('My long text');
    expect(refused.html).toContain('Please choose these files again, they have not been sent: large.bin');
    expect((await visitor.open(ticket)).html).not.toContain('large.bin');
  });

  it('show at the description the files of its author alone, and those of others in the list', async () => {
    const visitor = await enter();
    const add = (ticket: string, name: string, fields: object) =>
      portal.payload.create({
        collection: 'files',
        data: { ticket: Number(ticket.split('/').at(-1)), ...fields },
        file: { name, mimetype: 'text/plain', data: Buffer.from(name), size: name.length },
        overrideAccess: true,
      } as never);
    const placesOf = async (ticket: string) => {
      const { html } = await visitor.open(ticket);
      const names = (part = '') => part.match(/\w+\.(?:log|pdf)(?=<)/g) ?? [];
      const [article, list] = [/<article[\s\S]*?<\/article>/, /<h2 id="attached">[\s\S]*/].map((part) =>
        names(part.exec(html)?.[0]),
      );
      return { article, list };
    };
    const own = await newTicket(visitor, { description: 'Why?', files: new File(['log'], 'mine.log') });
    await add(own, 'offer.pdf', { uploadedBy: people.editor.id });
    const uploadedVia = { type: 'upload_request', id: '1', name: 'Ann' };
    await add(own, 'asked.pdf', { uploadedBy: visitor.id, uploadedVia });
    expect(await placesOf(own)).toEqual({
      article: ['mine.log'],
      list: ['asked.pdf', 'offer.pdf', 'mine.log'],
    });
    const data = { organization: people.organization, requester: visitor.id };
    const { id } = await portal.payload.create({
      collection: 'tickets',
      data: { subject: 'Made by staff', description: 'We noticed something', ...data },
      user: { id: people.editor.id, collection: 'users', role: 'editor' },
      overrideAccess: false,
    } as never);
    const theirs = `/support/tickets/${id}`;
    await add(theirs, 'report.pdf', { uploadedBy: people.editor.id });
    await add(theirs, 'mine.log', { uploadedBy: visitor.id });
    expect(await placesOf(theirs)).toEqual({ article: ['report.pdf'], list: ['mine.log', 'report.pdf'] });
  });

  it('show all their files, a hundred a page, and moments with their time zone', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor, { files: new File(['log'], 'first.log') });
    await query(
      portal.databaseUrl,
      `insert into files (name, filename, mime_type, filesize, ticket_id, folder_id, organization_id, created_at, updated_at)
       select 'more' || n || '.log', 'more' || n, f.mime_type, 1, f.ticket_id, f.folder_id, f.organization_id, now() + n * interval '1 second', now()
       from files f, generate_series(1, 100) n where f.ticket_id = $1`,
      [ticket.split('/').at(-1)],
    );
    const first = await visitor.open(ticket);
    expect([first.html.includes('>more100.log<'), first.html.includes('>first.log<')]).toEqual([true, false]);
    const next = /href="([^"]+files=2#attached)"/.exec(first.html)?.[1] ?? '';
    expect(first.html).toContain('<a href="#attached">100 files</a><a href="#answer">');
    const second = await visitor.open(next);
    expect([second.html.includes('>first.log<'), second.html.includes('files=1#attached')]).toEqual([
      true,
      true,
    ]);
    expect(second.html).toMatch(/<time datetime="[\d-]+T[^"]+Z">[^<]+ (?:[A-Z]{2,5}|GMT[+-][\d:]+)<\/time>/);
  });

  it('take all files of a form or none, and each once, however often the form is sent', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    const form = (key: string, ...files: File[]) => {
      const data = new FormData();
      for (const [name, value] of Object.entries({ body: 'My long text', key })) data.set(name, value);
      for (const file of files) data.append('files', file);
      return data;
    };
    const [small, large] = [new File(['1'], 'small.log'), new File([new Uint8Array(100_001)], 'large.bin')];
    const refused = await visitor.send(`${ticket}/replies`, form('first', small, large));
    expect([refused.status, refused.html]).toEqual([413, expect.stringContaining('My long text')]);
    expect((await visitor.open(ticket)).html).not.toContain('small.log');
    const key = /name="key" value="([\w-]+)"/.exec(refused.html)?.[1] ?? '';
    for (const _time of [1, 2])
      expect((await visitor.send(`${ticket}/replies`, form(key, small))).status).toBe(303);
    // At its message, and among the files of the ticket.
    expect((await visitor.open(ticket)).html.split('>small.log<')).toHaveLength(3);
    expect(await uploadsOnDisk()).toEqual([]);
  });

  it('lose nothing that was typed if a reply is refused after its files were taken', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    const long = 'x'.repeat(300_000);
    const file = new File(['log'], 'taken.log');
    const refused = await visitor.send(`${ticket}/replies`, { body: long, files: file });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(long);
    expect((await visitor.open(ticket)).html).not.toContain('taken.log');
  });

  it('are made once, however often the form is sent', async () => {
    const visitor = await enter();
    const key =
      /name="key" value="([\w-]+)"/.exec((await visitor.open('/support/tickets/new')).html)?.[1] ?? '';
    const [first, second] = [await newTicket(visitor, { key }), await newTicket(visitor, { key })];
    expect(first).toBe(second);
    await visitor.send(`${first}/replies`, { body: 'Once', key: 'one' });
    await visitor.send(`${first}/replies`, { body: 'Once', key: 'one' });
    expect((await visitor.open(first)).html.split('Once')).toHaveLength(2);
  });

  it.each(['\0', 'ключ', 'x'.repeat(300)])(
    'are made under a key of their own for one that is none: %j',
    async (key) => {
      const visitor = await enter();
      const ticket = await newTicket(visitor, { key });
      const { status } = await visitor.send(`${ticket}/replies`, { body: 'Still slow.', key });
      expect([status, (await visitor.open(ticket)).html]).toEqual([
        303,
        expect.stringContaining('Still slow.'),
      ]);
    },
  );

  it('show the form again with what was typed, and what is wrong with it', async () => {
    const visitor = await enter();
    const page = await visitor.send('/support/tickets', { subject: ' ', description: 'The whole story' });
    expect(page.status).toBe(422);
    expect(page.html).toContain('The whole story');
    expect(page.html).toContain('href="#subject"');
    expect(page.html).toMatch(/id="subject"[^>]* aria-invalid="true"/);
  });

  it.each([
    ['a reply', { body: 'A long <answer>' }],
    ['the name of a folder', { name: 'A long <answer>' }],
    ['one’s own name', { name: 'A long <answer>', notices: 'none' }],
  ])('keep what was typed when the session has ended: %s', async (_form, typed) => {
    const visitor = await enter();
    const other = 'notices' in typed ? '/support/account' : '/support/files';
    const action = 'body' in typed ? `${await newTicket(visitor)}/replies` : other;
    const { email } = await portal.payload.findByID({ collection: 'users', id: visitor.id });
    await query(portal.databaseUrl, 'delete from support_portal.client_sessions where user_id = $1', [
      String(visitor.id),
    ]);
    const refused = await visitor.send(action, { ...typed, key: 'k1' });
    expect(refused.status).toBe(401);
    const kept = (/name="kept" value="([^"]*)"/.exec(refused.html)?.[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>');
    expect(kept).toContain('A long <answer>');
    // Another address can be entered without losing it.
    const elsewhere = await visitor.send('/support/sign-in', { kept, other: '1' });
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.html).toContain('A long &lt;answer&gt;');
    await visitor.send('/support/sign-in', { email: String(email), kept });
    const { code } = await codeOf(String(email));
    const back = await visitor.send('/support/sign-in/code', { email: String(email), kept, code });
    expect(back.status).toBe(200);
    expect(back.html).toContain('A long &lt;answer&gt;');
    expect(back.html).toContain(`action="${action}"`);
  });

  it.each([
    ['a ticket', { subject: 'Whose words?' }],
    ['a reply', { body: 'Whose words?' }],
  ])(
    'are not taken in the name of another who has signed in in the same browser: %s',
    async (_what, typed) => {
      const [author, other] = [await enter(), await enter()];
      const ticket = await newTicket(other);
      const form = 'body' in typed ? ticket : '/support/tickets/new';
      const action = 'body' in typed ? `${ticket}/replies` : '/support/tickets';
      const authorIn = ({ html }: { html: string }) => /name="author" value="(\d+)"/.exec(html)?.[1] ?? '';
      expect(authorIn(await author.open('/support/tickets/new'))).toBe(String(author.id));
      const written = () =>
        query(
          portal.databaseUrl,
          `select 1 from tickets where subject = 'Whose words?' union all
         select 1 from ticket_replies where text = 'Whose words?'`,
        );
      const before = (await written()).length;
      const refused = await other.send(action, { ...typed, author: String(author.id), key: randomUUID() });
      expect(refused.status).toBe(409);
      expect(refused.html).toContain('Whose words?');
      expect(refused.html).toContain('Someone else has signed in');
      expect(refused.html).not.toContain('choose the files again');
      expect(refused.html).not.toContain('data-draft');
      expect(refused.html).toContain(
        `action="${action}"><input type="hidden" name="author" value="${other.id}">`,
      );
      expect(await written()).toHaveLength(before);
      const own = { author: authorIn(await other.open(form)), key: randomUUID() };
      expect((await other.send(action, { ...typed, ...own })).status).toBe(303);
      expect(await written()).toHaveLength(before + 1);
    },
  );

  it('tell the person who signed in meanwhile that files have to be chosen again, if there were any', async () => {
    const [author, other] = [await enter(), await enter()];
    const ticket = await newTicket(other);
    const typed = { body: 'Look', author: String(author.id), key: randomUUID() };
    const log = { files: new File(['log'], 'a.log') };
    const large = { uploaded: '7 large.bin' };
    for (const [files, names] of [
      [log, 'a.log'],
      [large, 'large.bin'],
      [{ ...log, ...large }, 'a.log, large.bin'],
    ] as const) {
      const { html, status } = await other.send(`${ticket}/replies`, { ...typed, ...files });
      expect([status, html]).toEqual([409, expect.stringContaining('You have to choose the files again.')]);
      expect(html).toContain(`they have not been sent: ${names}<`);
      expect(html).toContain('type="file"');
    }
  });

  const end = (visitor: { readonly id: number }) =>
    query(portal.databaseUrl, 'delete from support_portal.client_sessions where user_id = $1', [
      String(visitor.id),
    ]);

  const keptIn = ({ html }: { readonly html: string }): string =>
    (/name="kept" value="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"');

  /** Signs in on a page that carries a form along. */
  const signInWith = async (visitor: PageVisitor, email: string, kept: string) => {
    await visitor.send('/support/sign-in', { email, kept });
    const { code } = await codeOf(email);
    return visitor.send('/support/sign-in/code', { email, kept, code });
  };

  it.each([
    ['a ticket', { subject: 'For my eyes', description: 'A secret', urgent: '1' }],
    ['a reply', { body: 'A secret, for my eyes', uploaded: 'upload-of-the-first' }],
    ['the name of a folder', { name: 'For my eyes' }],
    ['one’s own name', { name: 'For my eyes', notices: 'none' }],
  ])(
    'are not shown to another who signs in in their place, but to their author: %s',
    async (_what, typed) => {
      const author = await enter();
      const other = await newClient();
      const { email } = await portal.payload.findByID({ collection: 'users', id: author.id });
      const action =
        'body' in typed
          ? `${await newTicket(author)}/replies`
          : `/support/${'subject' in typed ? 'tickets' : 'notices' in typed ? 'account' : 'files'}`;
      await end(author);
      const refused = await author.send(action, { ...typed, author: String(author.id), key: 'k1' });
      expect(refused.status).toBe(401);
      const kept = keptIn(refused);
      const browser = visitPages(portal, author.cookies);
      const theirs = await signInWith(browser, other.email, kept);
      expect(theirs.status).toBe(409);
      expect(theirs.html).toContain(`You are signed in as ${other.email}`);
      expect(theirs.html).toContain('belongs to another account');
      expect(theirs.html).not.toMatch(/my eyes|secret|upload-of-the-first/i);
      expect((await browser.open('/support')).status).toBe(200);
      const own = await signInWith(visitPages(portal), String(email), kept);
      expect(own.status).toBe(200);
      expect(own.html).toMatch(/for my eyes/i);
      expect(own.html).toContain(
        `action="${action}"><input type="hidden" name="author" value="${author.id}">`,
      );
      // Another may sign in while that page is open.
      const fields = { ...typed, author: String(author.id), key: randomUUID() };
      expect((await browser.send(action, fields)).status).toBe(409);
    },
  );

  it('are shown to whoever signs in if they name no one, and are theirs from then on', async () => {
    const { id, email } = await newClient();
    const refused = await visitPages(portal).send('/support/tickets', { subject: 'Of no one', key: 'k1' });
    expect(refused.status).toBe(401);
    const shown = await signInWith(visitPages(portal), email, keptIn(refused));
    expect([shown.status, shown.html.includes('Of no one')]).toEqual([200, true]);
    expect(shown.html).toContain(`name="author" value="${id}"`);
  });

  it('name their author on a page without a session, which is shown while the portal is away', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    const context = contextOf(portal.payload);
    if (!context) throw new Error('There is no portal.');
    const handle = async () => Response.json({ error: 'unavailable', message: 'Away.' }, { status: 503 });
    const pages = buildClientPages({ payload: portal.payload, portal: context, handle });
    const body = new URLSearchParams({ body: 'Mine', author: String(visitor.id), key: 'away' });
    const request = new Request(`${serverUrl}${ticket}/replies`, {
      method: 'POST',
      body,
      headers: { Origin: serverUrl },
    });
    const html = await (await pages(request)).text();
    expect(html).toContain('Mine');
    expect(html).toContain(`name="author" value="${visitor.id}"`);
  });

  it('keep a long text beside a large file when the session has ended', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    const { email } = await portal.payload.findByID({ collection: 'users', id: visitor.id });
    await query(portal.databaseUrl, 'delete from support_portal.client_sessions where user_id = $1', [
      String(visitor.id),
    ]);
    const body = 'Слово "и" '.repeat(50_000);
    const file = new File([new Uint8Array(5_000_000)], 'large.bin');
    const refused = await visitor.send(`${ticket}/replies`, {
      files: file,
      body,
      key: 'k2',
      author: String(visitor.id),
    });
    expect(refused.status).toBe(401);
    expect(refused.html).toContain('enctype="multipart/form-data"');
    const kept = (/name="kept" value="([^"]*)"/.exec(refused.html)?.[1] ?? '').replaceAll('&quot;', '"');
    const carrying = (fields: Record<string, string>) => {
      const data = new FormData();
      for (const [name, value] of Object.entries({ ...fields, email: String(email), kept }))
        data.set(name, value);
      return data;
    };
    expect((await visitor.send('/support/sign-in', carrying({}))).status).toBe(200);
    const { code } = await codeOf(String(email));
    const back = await visitor.send('/support/sign-in/code', carrying({ code }));
    expect(back.html).toContain(body.replaceAll('"', '&quot;'));
    expect(back.html).toContain('Please choose these files again, they have not been sent: large.bin');
    expect(back.html).toContain('type="file"');
    // Its own draft, and the ticket that it belongs to.
    const id = ticket.split('/').at(-1);
    expect(back.html).toContain(`data-draft="${visitor.id} ${id}" data-follows`);
    expect(back.html).toContain(`#${id} · VPN is slow`);
    expect(await uploadsOnDisk()).toEqual([]);
  });

  it('carry along no other text, however long, and no form with more fields than any page has', async () => {
    const visitor = await enter();
    const carrying = (kept: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ kept, email: 'ann@ann.example', code: '12345678' }))
        form.set(name, value);
      return form;
    };
    const quotes = '"'.repeat(900_000);
    for (const path of ['/support/sign-in', '/support/sign-in/code']) {
      const { html } = await visitPages(portal).send(path, carrying(quotes));
      expect(html).not.toContain('&quot;&quot;');
    }
    const fields = Array.from({ length: 20_000 }, () => ['body', '']);
    const many = JSON.stringify({ action: '/tickets/1/replies', fields });
    expect((await visitor.send('/support/sign-in/code', carrying(many))).html).not.toContain('<textarea');
    const unread = await visitPages(portal).send('/support/tickets', {
      subject: 'Long',
      description: quotes,
    });
    expect(unread.status).toBe(413);
    expect(unread.html).not.toContain('&quot;&quot;');
    const address = `${quotes}@ann.example`;
    expect((await visitPages(portal).send('/support/sign-in', { email: address })).html.length).toBeLessThan(
      20_000,
    );
  });

  it('of tickets of one person take turns, after a refused reply as well: two are made at once', async () => {
    const [visitor, other] = [await enter(), await enter()];
    const ticket = await newTicket(visitor);
    const ofOther = await newTicket(other);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const line = `pages of tickets ${visitor.id}`;
    const earlier = [1, 2].map(() => inTurnAt(portal.payload, line, () => held, 2));
    const pages = [visitor.open(ticket), visitor.send(`${ticket}/replies`, { body: '' })];
    await expect.poll(() => lineAt(portal.payload, line)).toBe(4);
    expect((await other.open(ofOther)).status).toBe(200);
    expect(lineAt(portal.payload, line)).toBe(4);
    release();
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([200, 422]);
    await Promise.all(earlier);
  });

  it.each([
    ['one’s account', '/support/account', { name: 'Of whom?', notices: 'all' }],
    ['a folder', '/support/files', { name: 'Of whom?' }],
  ])(
    'of one person are not taken from another who has signed in in the same browser: %s',
    async (_what, path, typed) => {
      const [author, other] = [await enter(), await enter()];
      expect((await author.open(path)).html).toContain(`name="author" value="${author.id}"`);
      const refused = await other.send(path, { ...typed, author: String(author.id) });
      expect([refused.status, refused.html.includes('Someone else has signed in')]).toEqual([409, true]);
      expect((await other.open(path)).html).not.toContain('Of whom?');
      expect((await other.send(path, { ...typed, author: String(other.id) })).status).toBe(303);
    },
  );

  it.each(['/support/sign-in', '/support/sign-in/code', '/support/tickets'])(
    'without a session take turns: four of a network at once at %s',
    async (path) => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const line = 'forms address:192.0.2.7';
      const others = [1, 2, 3, 4].map(() => inTurnAt(portal.payload, line, () => held));
      const fields = { email: 'ann@ann.example', code: '1234 5678' };
      const ask = (address: string) => {
        const headers = { Origin: serverUrl, 'X-Forwarded-For': address };
        return pagesOf(portal)(
          new Request(serverUrl + path, { method: 'POST', headers, body: new URLSearchParams(fields) }),
        );
      };
      const form = ask('192.0.2.7');
      await expect.poll(() => lineAt(portal.payload, line)).toBe(5);
      await ask('192.0.2.8');
      expect(lineAt(portal.payload, line)).toBe(5);
      const more = Array.from({ length: 45 }, () => inTurnAt(portal.payload, line, () => held));
      expect((await ask('192.0.2.7')).status).toBe(429);
      release();
      await Promise.all([form, ...others, ...more]);
      expect(lineAt(portal.payload, line)).toBe(0);
    },
  );

  it('without a session are limited by their network', async () => {
    const stranger = visitPages(portal);
    const ask = () => stranger.open('/support/sign-in', { 'X-Forwarded-For': '192.0.2.99' });
    const statuses = await Promise.all(Array.from({ length: 605 }, async () => (await ask()).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect(Number((await ask()).headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await stranger.open('/support/sign-in')).status).toBe(200);
  });

  it('do not come back with a text that is larger than any that the portal takes', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    const body = '"'.repeat(1_100_000);
    const form = new FormData();
    form.set('body', body);
    for (const fields of [form, { body }]) {
      const { status, html } = await visitor.send(`${ticket}/replies`, fields);
      expect([status, html.length < 20_000]).toEqual([413, true]);
    }
    const { status, html } = await visitor.send(`${ticket}/replies`, { body: 'a'.repeat(900_000) });
    expect([status, html.length > 900_000]).toEqual([422, true]);
  });

  it('come back with what was typed, however the portal is prevented from taking them', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    const context = contextOf(portal.payload);
    if (!context) throw new Error('There is no portal.');
    const send = async (path: string, fields: Record<string, string>, answer: () => Response) => {
      const handle = async () => answer();
      const pages = buildClientPages({ payload: portal.payload, portal: context, handle });
      const body = new URLSearchParams(fields);
      const headers = { Origin: serverUrl };
      const response = await pages(new Request(`${serverUrl}${path}`, { method: 'POST', body, headers }));
      return { status: response.status, html: await response.text() };
    };
    for (const [status, error] of [
      [503, 'unavailable'],
      [429, 'rate_limited'],
      [404, 'not_found'],
    ] as const) {
      for (const [path, fields] of [
        [`${ticket}/replies`, { body: 'A <long> answer', key: 'away' }],
        ['/support/account', { name: 'A <long> answer', language: 'de', notices: 'none' }],
      ] as const) {
        const page = await send(path, fields, () =>
          Response.json({ error, message: 'A sentence.' }, { status }),
        );
        expect(page.status).toBe(status);
        expect(page.html).toContain('A &lt;long&gt; answer');
        expect(page.html).toContain(`action="${path}"`);
        expect(page.html).toMatch(/role="alert" tabindex="-1"/);
      }
    }
  });

  it('can be sent again after an edit, though their first sending was taken', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    await visitor.send(`${ticket}/replies`, { body: 'First', key: 'edited' });
    const refused = await visitor.send(`${ticket}/replies`, { body: 'Second', key: 'edited' });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('has already been sent');
    const key = /name="key" value="([\w-]+)"/.exec(refused.html)?.[1] ?? '';
    expect((await visitor.send(`${ticket}/replies`, { body: 'Second', key })).status).toBe(303);
  });

  it('lose no file that is added before they are sent again, though their first sending was taken', async () => {
    const visitor = await enter();
    const again = { subject: 'VPN is slow', key: 'added' };
    const ticket = await newTicket(visitor, again);
    const added = new File(['log'], 'added.log');
    expect(await newTicket(visitor, { ...again, files: added })).toBe(ticket);
    expect((await visitor.open(ticket)).html).toContain('>added.log<');
    await visitor.send(`${ticket}/replies`, { body: 'First', key: 'first' });
    const more = new File(['more'], 'more.log');
    const refused = await visitor.send(`${ticket}/replies`, { body: 'First', key: 'first', files: more });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('has already been sent');
    expect(refused.html).toContain('Files that are not listed');
    expect(refused.html).not.toContain('>more.log<');
    const key = /name="key" value="([\w-]+)"/.exec(refused.html)?.[1] ?? '';
    await visitor.send(`${ticket}/replies`, { body: 'First', key, files: more });
    expect((await visitor.open(ticket)).html).toContain('>more.log<');
  });

  it('are sent again under the same key while their first sending still runs', () => {
    expect(nextKey('idempotency_in_flight', 'first')).toBe('first');
    expect(nextKey('validation_failed', 'first')).not.toBe('first');
  });

  it('are no place for the words or the paths of others', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    expect((await visitor.open(`${ticket}?refused=Call+us`)).html).not.toContain('Call us');
    const id = ticket.split('/').at(-1);
    const climbing = `/support/tickets/${id}%2F..%2F${id}/replies`;
    expect((await visitor.send(climbing, { body: 'Climbing', key: 'climb' })).status).toBe(404);
    expect((await visitor.open(ticket)).html).not.toContain('Climbing');
    const many = new Blob([`body=x${'&='.repeat(500_000)}`], { type: 'application/x-www-form-urlencoded' });
    expect((await visitor.send(`${ticket}/replies`, many)).status).toBe(413);
    const parts = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(20_000);
    const type = 'multipart/form-data; boundary=b';
    expect((await visitor.send(`${ticket}/replies`, new Blob([`${parts}--b--`], { type }))).status).toBe(400);
  });

  it('say so of a form that was cut off', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    const whole = '--b\r\nContent-Disposition: form-data; name="body"\r\n\r\nHalf of a text';
    const type = 'multipart/form-data; boundary=b';
    const cut = await visitor.send(`${ticket}/replies`, new Blob([whole], { type }));
    expect([cut.status, cut.html]).toEqual([400, expect.stringContaining('arrived incomplete')]);
  });

  it('show what staff answer, and never their internal notes or the tickets of others', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    await internal(ticket, 'NOTE of the team', true);
    await internal(ticket, 'Please restart it.', false);
    const linked = withLink('the form', 'https://forms.example.com/form_(7)');
    await portal.payload.create({
      collection: 'ticket-replies',
      data: { ticket: Number(ticket.split('/').at(-1)), body: linked },
      user: { id: people.editor.id, collection: 'users', role: 'editor' },
      overrideAccess: false,
    } as never);
    const page = await visitor.open(ticket);
    expect(page.html).toContain('Fill in the form &lt;<a href="https://forms.example.com/form_(7)"');
    expect(page.html).toContain('Please restart it.');
    expect(page.html).not.toContain('NOTE of the team');
    expect((await visitor.open('/support')).html).toContain('Waiting for you');
    const other = await newClient(people.otherOrganization);
    const stranger = visitPages(portal, (await signedIn(portal, other)).cookies);
    for (const path of [ticket, `${ticket}?page=1`]) expect((await stranger.open(path)).status).toBe(404);
    for (const path of ['/replies', '/close', '/reopen'])
      expect((await stranger.send(`${ticket}${path}`, { body: 'x' })).status).toBe(404);
  });

  it('number the steps of a reply as its author has', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    const step = (text: string, value: number) => ({
      ...{ type: 'listitem', version: 1, value },
      children: [{ type: 'text', version: 1, text }],
    });
    const steps = [step('Unplug it', 1), step('Wait', 2)];
    const list = { type: 'list', version: 1, listType: 'number', tag: 'ol', start: 1, children: steps };
    await portal.payload.create({
      collection: 'ticket-replies',
      data: {
        ticket: Number(ticket.split('/').at(-1)),
        body: { root: { type: 'root', version: 1, children: [list] } },
      },
      user: { id: people.editor.id, collection: 'users', role: 'editor' },
      overrideAccess: false,
    } as never);
    expect((await visitor.open(ticket)).html).toContain('1. Unplug it\n2. Wait');
  });

  it('show their followers, whom the requester alone adds and removes', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    const colleague = await newClient();
    const add = (email: string) => visitor.send(`${ticket}/followers`, { follower: email });
    expect((await visitor.open(ticket)).html).toContain('Add a colleague by email address');
    expect(await add(` ${colleague.email.toUpperCase()} `)).toMatchObject({
      status: 303,
      location: `${ticket}#followers`,
    });
    const theirs = visitPages(portal, (await signedIn(portal, colleague)).cookies);
    for (const page of [await visitor.open(ticket), await theirs.open(ticket)])
      expect(page.html).toContain(`<div class="what">Reader ${count}</div>`);
    expect((await theirs.open(ticket)).html).not.toContain('id="follower"');
    expect((await add('a\0@example.com')).status).toBe(422);
    const remove = `${ticket}/followers/${colleague.id}/remove`;
    expect((await theirs.send(remove, {})).status).toBe(403);
    expect((await theirs.send(`${ticket}/followers`, { follower: colleague.email })).status).toBe(403);
    for (let time = 0; time < 2; time += 1)
      expect(await visitor.send(remove, {})).toMatchObject({ status: 303, location: `${ticket}#followers` });
    expect((await visitor.open(ticket)).html).not.toContain('Remove Reader');
    expect((await theirs.open(ticket)).html).not.toContain('id="followers"');
  });

  it('take no one of another organization as a follower, and do not tell them from no one', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    const stranger = await newClient(people.otherOrganization);
    for (const email of [stranger.email, 'nobody@example.com', 'editor@example.com', '']) {
      const page = await visitor.send(`${ticket}/followers`, { follower: email });
      expect(page.status).toBe(422);
      expect(page.html).toContain('<a href="#follower">No one in your organization has this address.</a>');
      expect(page.html).toContain(`value="${email}" aria-invalid="true"`);
    }
  });

  it('are listed by the side that is expected to reply, each view with its number', async () => {
    const organization = Number(
      (await portal.payload.create({ collection: 'organizations', data: { name: 'Views' } })).id,
    );
    const { cookies } = await signedIn(portal, await newClient(organization));
    const visitor = visitPages(portal, cookies);
    const shown = async (search = '') => {
      const { html } = await visitor.open(`/support${search}`);
      const [, view = null] = /href="\/support\?view=(\w+)" aria-current="page"/.exec(html) ?? [];
      const counts = [...html.matchAll(/<span class="count">(\d+)</g)].map(([, number]) => Number(number));
      return {
        view,
        counts,
        subjects: [...html.matchAll(/<a class="whole[^>]*>([^<]*)</g)].map((m) => m[1]),
      };
    };
    const [mine] = [
      await newTicket(visitor, { subject: 'Mine' }),
      await newTicket(visitor, { subject: 'Theirs' }),
    ];
    expect(await shown()).toMatchObject({ view: 'open', counts: [0, 2, 0], subjects: ['Theirs', 'Mine'] });
    await internal(mine, 'Which printer?', false);
    expect(await shown()).toEqual({ view: 'waiting', counts: [1, 1, 0], subjects: ['Mine'] });
    await visitor.send(`${mine}/close`, {});
    expect(await shown()).toEqual({ view: 'open', counts: [0, 1, 1], subjects: ['Theirs'] });
    expect(await shown('?view=closed')).toEqual({ view: 'closed', counts: [0, 1, 1], subjects: ['Mine'] });
    expect(await shown('?search=ine')).toEqual({ view: null, counts: [0, 1, 1], subjects: ['Mine'] });
  });

  it('are listed by four requests to the API', async () => {
    const visitor = await enter();
    const portalContext = contextOf(portal.payload);
    if (!portalContext) throw new Error('There is no portal.');
    const paths: string[] = [];
    const handle = (request: Request) => {
      paths.push(new URL(request.url).pathname);
      return portal.handle(request);
    };
    const pages = buildClientPages({ payload: portal.payload, portal: portalContext, handle });
    const headers = { Cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    expect((await pages(new Request(`${serverUrl}/support`, { headers }))).status).toBe(200);
    expect(paths).toHaveLength(4);
  });

  it('are found by a search', async () => {
    const visitor = await enter();
    await newTicket(visitor, { subject: 'Printer <on> fire' });
    const page = await visitor.open('/support?search=printer%20%3Con%3E');
    expect(page.html).toContain('Printer &lt;on&gt; fire');
    expect((await visitor.open('/support?search=zzz%22%3E')).html).toContain('0 tickets for “zzz&quot;&gt;”');
  });
});

describe('files', () => {
  it('are uploaded into a folder, downloaded by their signed link, and deleted by who uploaded them', async () => {
    const visitor = await enter();
    const made = await visitor.send('/support/files', { name: `Logs ${count}` });
    const folder = made.location ?? '';
    expect((await visitor.send('/support/files', { name: ' ' })).status).toBe(422);
    const key = /name="key" value="([^"]+)"/.exec((await visitor.open('/support/files')).html)?.[1] ?? '';
    const [one, other] = await Promise.all(
      [key, key].map((same) => visitor.send('/support/files', { name: `Twice ${count}`, key: same })),
    );
    // The second click finds the folder of the first, or is told that it is under way.
    expect([one?.status, other?.status].sort()).toEqual([303, expect.toBeOneOf([303, 409])]);
    expect((await visitor.send('/support/files', { name: `Twice ${count}`, key })).location).toBe(
      [one, other].find((answer) => answer?.status === 303)?.location,
    );
    expect((await visitor.open('/support/files')).html.split(`Twice ${count}<`)).toHaveLength(2);
    await visitor.send(folder, { files: new File(['hello'], 'hello.txt') });
    const page = await visitor.open(folder);
    const link = /href="([^"]*\/download\?[^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(await (await portal.handle(new Request(link))).text()).toBe('hello');
    const colleague = visitPages(portal, (await signedIn(portal, await newClient())).cookies);
    expect((await colleague.open(folder)).html).not.toContain('name="file"');
    const file = /name="file" value="(\d+)"/.exec(page.html)?.[1] ?? '';
    expect(page.html).toMatch(
      /<details[^>]*><summary[^>]*>Delete<\/summary><form[^>]*\/delete">.*?Delete hello\.txt for everyone\?/,
    );
    expect((await visitor.send(`${folder}/delete`, { file })).location).toBe(folder);
    // The button is pressed twice.
    const again = await visitor.send(`${folder}/delete`, { file });
    expect(again.status).toBe(404);
    expect(again.html).toContain('There are no files here yet.');
    expect((await visitor.open(folder)).html).toContain('There are no files here yet.');
    expect((await visitor.send(folder, {})).status).toBe(422);
  });

  it('are named, also in a folder, if one of them is refused, for none of them is stored', async () => {
    const visitor = await enter();
    const folder = (await visitor.send('/support/files', { name: `Lost ${count}` })).location ?? '';
    const form = new FormData();
    form.append('files', new File(['1'], 'small.log'));
    form.append('files', new File([new Uint8Array(100_001)], 'large.bin'));
    const refused = await visitor.send(folder, form);
    expect(refused.status).toBe(413);
    expect(refused.html).toMatch(/id="files-lost">[^<]*small\.log, large\.bin/);
    expect((await visitor.open(folder)).html).toContain('There are no files here yet.');
  });
});

describe('forms', () => {
  it('are filled in by no browser that goes back to them, by when another person may be signed in', async () => {
    const visitor = await enter();
    const ticket = await newTicket(visitor);
    const forms: string[] = [];
    for (const path of ['/support/tickets/new', ticket, '/support/account', '/support/files']) {
      const { html } = await visitor.open(path);
      const found = [...html.matchAll(/<form[^>]*>.*?<\/form>/gs)].map(([form]) => form);
      const typed = /<textarea|<select|<input (?![^>]*type="(?:hidden|file)")/;
      forms.push(...found.filter((form) => form.includes('name="author"') && typed.test(form)));
    }
    expect(forms.length).toBeGreaterThanOrEqual(5);
    for (const form of forms) {
      const [head = '', ...fields] = form.match(/<\w[^>]*>/g) ?? [];
      expect(head).toContain(' autocomplete="off"');
      // A field with another value would be filled in.
      expect(fields.filter((field) => field.includes('autocomplete='))).toEqual([]);
    }
  });
});

describe('the account', () => {
  it('has a name, and the sessions that can be ended', async () => {
    const client = await newClient();
    const [visitor, other] = [
      visitPages(portal, (await signedIn(portal, client)).cookies),
      visitPages(portal, (await signedIn(portal, client)).cookies),
    ];
    expect((await visitor.send('/support/account', { name: 'Ann <b>' })).location).toBe(
      '/support/account?saved',
    );
    const page = await visitor.open('/support/account?saved');
    expect(page.html).toContain('value="Ann &lt;b&gt;"');
    const long = 'x'.repeat(300);
    const refused = await visitor.send('/support/account', { name: long, language: 'de', notices: 'none' });
    expect(refused.status).toBe(422);
    for (const typed of [`value="${long}"`, 'value="de" lang="de" selected', 'value="none" checked'])
      expect(refused.html).toContain(typed);
    const id = /account\/sessions\/([\w-]+)\/end/.exec(page.html)?.[1] ?? '';
    await visitor.send(`/support/account/sessions/${id}/end`, {});
    expect((await other.open('/support')).status).toBe(401);
    expect((await visitor.send('/support/account/sign-out-everywhere', {})).location).toBe(
      '/support/sign-in',
    );
    expect((await visitor.open('/support')).status).toBe(401);
  });

  it('undoes no change that another tab has made since the page was opened', async () => {
    const visitor = await enter();
    const fields = ({ html }: { html: string }) =>
      Object.fromEntries(
        [...html.matchAll(/<input type="hidden" name="(shown_\w+)" value="([^"]*)"/g)].map(
          ([, name, value]) => [name ?? '', value ?? ''],
        ),
      );
    const former = fields(await visitor.open('/support/account'));
    const name = String(former.shown_name);
    expect(former).toEqual({ shown_name: name, shown_language: '', shown_notices: 'all' });
    const save = (typed: object) =>
      visitor.send('/support/account', { ...former, name, language: '', ...typed });
    expect((await save({ notices: 'none' })).status).toBe(303);
    expect((await save({ notices: 'all', name: 'Ann' })).status).toBe(303);
    const find = () => portal.payload.findByID({ collection: 'users', id: visitor.id });
    expect(await find()).toMatchObject({ name: 'Ann', notices: 'none' });
    // A refused form knows still where its change began.
    const refused = await save({ notices: 'all', name: 'x'.repeat(300) });
    expect([refused.status, fields(refused)]).toEqual([422, former]);
    expect((await save({ notices: 'all', name: '', shown_name: 'Ann' })).status).toBe(303);
    expect(await find()).toMatchObject({ name: '', notices: 'none' });
  });

  it('saves all fields of a page that was open before an update, which does not say what it showed', async () => {
    const visitor = await enter();
    const typed = { name: '', language: '', notices: 'none' };
    expect((await visitor.send('/support/account', typed)).status).toBe(303);
    const found = await portal.payload.findByID({ collection: 'users', id: visitor.id });
    expect([found.name ?? '', found.notices]).toEqual(['', 'none']);
  });

  it('keeps a typed name with the one that was saved when it was typed, also in a refused form', async () => {
    const visitor = await enter();
    const { html } = await visitor.open('/support/account');
    const saved = /name="shown_name" value="([^"]*)"/.exec(html)?.[1];
    expect(html).toContain(`data-typed="${saved}" value="${saved}"`);
    const long = 'x'.repeat(300);
    const refused = await visitor.send('/support/account', { name: long, shown_name: saved ?? '' });
    expect(refused.html).toContain(`data-typed="${saved}" value="${long}"`);
  });

  it('is left by signing out', async () => {
    const visitor = await enter();
    const kept = new Map(visitor.cookies);
    expect((await visitor.send('/support/sign-out', {})).location).toBe('/support/sign-in');
    expect((await visitPages(portal, kept).open('/support')).status).toBe(401);
  });
});

it('in an app with a base path are served, and link files at its address', async () => {
  process.env.NEXT_BASE_PATH = '/app';
  onTestFinished(() => void delete process.env.NEXT_BASE_PATH);
  const visitor = await enter();
  const ticket = await newTicket(visitor, { files: new File(['log'], 'a.log') });
  const { html } = await visitor.open(ticket);
  expect(html).toMatch(/href="http:\/\/portal\.test\/app\/api\/v1\/files\/\d+\/download\?/);
});

it('a full disk is said in its own words, and any other fault is not', () => {
  const visit = { t: (key: string) => key } as unknown as Visit;
  const said = (status: number) =>
    problemsIn(visit, { status, body: { error: 'x', message: 'The disk is full.' } }).map(
      ({ message }) => message,
    );
  expect([507, 500, 503].map(said)).toEqual([
    ['The disk is full.'],
    ['clientPages:away'],
    ['clientPages:away'],
  ]);
});

it('client pages show what struck words, raised letters and quotes of a reply say, each in a reply of its own', async () => {
  const visitor = await enter();
  const ticket = await newTicket(visitor);
  const words = (text: string, format = 0) => ({ type: 'text', version: 1, text, format });
  const blocks = [
    { type: 'paragraph', version: 1, children: [words('We refund '), words('500', 4), words(' 50 EUR')] },
    { type: 'paragraph', version: 1, children: [words('at most 10'), words('6', 64)] },
    { type: 'quote', version: 1, children: [words('quoted words')] },
    { type: 'horizontalrule', version: 1 },
  ];
  for (const block of blocks)
    await portal.payload.create({
      collection: 'ticket-replies',
      data: {
        ticket: Number(ticket.split('/').at(-1)),
        body: {
          root: {
            type: 'root',
            version: 1,
            children: [block, { type: 'paragraph', version: 1, children: [words('end')] }],
          },
        },
      },
      user: { id: people.editor.id, collection: 'users', role: 'editor' },
      overrideAccess: false,
    } as never);
  const { html } = await visitor.open(ticket);
  for (const shown of ['We refund ~~500~~ 50 EUR', 'at most 10⁶', '&gt; quoted words', '---\nend'])
    expect(html).toContain(shown);
});
