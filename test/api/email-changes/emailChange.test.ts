import { GRAPHQL_POST } from '@payloadcms/next/routes';
import { createLocalReq, getPayload } from 'payload';
import { de } from 'payload/i18n/de';
import { en } from 'payload/i18n/en';
import { smtpTransport } from 'payload-support-portal';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { maskSecrets } from '../../../src/core/shared/secrets/masking.ts';
import { isTaken, storeChange } from '../../../src/features/email-changes/emailChanges.ts';
import { sessionOf } from '../../support/api/api.ts';
import { eventually } from '../../support/mail/mail.ts';
import {
  mailsSettled,
  query,
  serverUrl,
  startPortal,
  type TestPortal,
} from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { type ReceivedMail, startSmtpServer, type TestSmtpServer } from '../../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: TestPortal;
let graphql: (request: Request) => Promise<Response>;
let people: People;
let count = 0;

beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await startPortal({
    app: { i18n: { supportedLanguages: { en, de } } },
    portal: {
      mail: {
        from: 'Support <noreply@portal.example>',
        transports: [smtpTransport({ host: '127.0.0.1', port: smtp.port })],
      },
      inbound: { address: 'support@portal.example' },
    },
  });
  graphql = GRAPHQL_POST(portal.config);
  people = await createPeople(portal);
  const { payload } = portal;
  const update = (id: number, domain: string) =>
    payload.update({ collection: 'organizations', id, data: { domains: [domain] } });
  await update(people.organization, 'acme.example');
  await update(people.otherOrganization, 'globex.example');
});

afterAll(async () => {
  await (await getPayload({ config: portal.config })).destroy();
  await portal.stop();
  await smtp.close();
});

afterEach(async () => {
  await mailsSettled(portal, 'email-changes');
  smtp.mails.splice(0);
});

const password = 'a long password';

interface Account {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

const newAccount = async (data: object = { role: 'client', organization: people.organization }) => {
  count += 1;
  const email = `person${count}@example.com`;
  const { id } = await portal.payload.create({ collection: 'users', data: { email, password, ...data } });
  return { id: Number(id), email, token: await logIn(email) };
};

const logIn = async (email: string, by = password): Promise<string> =>
  (await portal.payload.login({ collection: 'users', data: { email, password: by } })).token ?? '';

const post = (path: string, token: string, body: object, method = 'POST') =>
  portal.fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `JWT ${token}` },
    body: JSON.stringify(body),
  });

const mutate = async (token: string, mutation: string) => {
  const response = await graphql(
    new Request(`${serverUrl}/api/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `JWT ${token}` },
      body: JSON.stringify({ query: `mutation { ${mutation} }` }),
    }),
  );
  return response.json();
};

const patch = async ({ id, token }: Account, data: object) => {
  const response = await post(`/api/users/${id}`, token, data, 'PATCH');
  return { status: response.status, body: await response.json() };
};

const stored = async ({ id }: Pick<Account, 'id'>) =>
  (await query<{ email: string }>(portal.databaseUrl, 'select email from users where id = $1', [id]))[0]
    ?.email;

const mailsTo = (address: string): ReceivedMail[] =>
  smtp.mails.filter(({ recipients }) => recipients.includes(address));

const textOf = (mail: ReceivedMail | undefined): string => (mail?.content ?? '').replaceAll('=\r\n', '');

const mailTo = async (address: string): Promise<string> => {
  await eventually(() => mailsTo(address).length > 0);
  return textOf(mailsTo(address).at(-1));
};

const linkIn = (text: string): string =>
  /(\/api\/portal\/v1\/email-changes\/spe_[\dA-Za-z]{43})/.exec(text)?.[1] ?? '';

/** Asks for an address, and returns the path of the link that comes there. */
const ask = async (account: Account, email: string, more: object = {}): Promise<string> => {
  expect((await patch(account, { email, ...more })).status).toBe(200);
  return linkIn(await mailTo(email));
};

const confirm = async (path: string, method = 'POST') => {
  const response = await portal.fetch(path, {
    method,
    ...(method === 'POST' && { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: '' }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('a person who changes their own address', () => {
  const interfaces: Record<string, (account: Account, email: string) => Promise<unknown>> = {
    REST: async (account, email) => (await patch(account, { email })).body.doc.email,
    'REST for many': async ({ id, token }, email) => {
      const path = `/api/users?where[id][equals]=${id}`;
      const body = await (await post(path, token, { email }, 'PATCH')).json();
      return body.docs[0].email;
    },
    GraphQL: async ({ id, token }, email) => {
      const { data } = await mutate(token, `updateUser(id: ${id}, data: { email: "${email}" }) { email }`);
      return data.updateUser.email;
    },
    'the Local API': async ({ id }, email) => {
      const { payload } = portal;
      const user = { ...(await payload.findByID({ collection: 'users', id })), collection: 'users' };
      const data = { email };
      const changed = await payload.update({ collection: 'users', id, data, overrideAccess: false, user });
      return changed.email;
    },
  };

  it.each(Object.keys(interfaces))(
    'keeps the old one until the new one is confirmed, by %s',
    async (name) => {
      const account = await newAccount();
      const email = `new-${account.email}`;
      expect(await interfaces[name]?.(account, email)).toBe(account.email);
      expect(await stored(account)).toBe(account.email);
      const link = linkIn(await mailTo(email));
      const notice = await mailTo(account.email);
      expect(notice).toContain(email);
      expect(notice).not.toContain('spe_');
      expect(await stored(account)).toBe(account.email);
      expect((await confirm(link)).status).toBe(200);
      expect(await stored(account)).toBe(email);
      expect(await logIn(email)).not.toBe('');
    },
  );

  it.each(['representative', 'editor', 'administrator'])('and is a %s waits, too', async (role) => {
    const isOutside = role === 'representative';
    const account = await newAccount({ role, ...(isOutside && { organizations: [people.organization] }) });
    await ask(account, `new-${account.email}`);
    expect(await stored(account)).toBe(account.email);
  });

  it('has everything else of the change at once', async () => {
    const account = await newAccount();
    await ask(account, `new-${account.email}`, { name: 'Ann' });
    const rows = await query(portal.databaseUrl, 'select name, email from users where id = $1', [account.id]);
    expect(rows).toEqual([{ name: 'Ann', email: account.email }]);
  });

  it.each([
    'director@globex.example',
    'Director@GLOBEX.example',
    'support@portal.example',
    'support+x@portal.example',
    'noreply@portal.example',
    'no address',
    '\u212ate@example.com',
    `${'a'.repeat(309)}@example.com`,
  ])('may not have %s', async (email) => {
    const account = await newAccount();
    const { status, body } = await patch(account, { email });
    expect([status, body.errors[0].data.errors[0].path]).toEqual([422, 'email']);
    const mutation = `updateUser(id: ${account.id}, data: { email: "${email}" }) { email }`;
    const { errors } = await mutate(account.token, mutation);
    expect(errors).toHaveLength(1);
    expect(await stored(account)).toBe(account.email);
    expect(await query(portal.databaseUrl, changesOf, [String(account.id)])).toEqual([]);
  });

  it.each([[['a@b.example']], [{}], [7]])('may not have %j, which is no text', async (email) => {
    expect((await patch(await newAccount(), { email })).status).toBe(422);
  });

  it('may have one of their own organization, and saves the present one without a mail', async () => {
    const account = await newAccount();
    await patch(account, { email: ` ${account.email.toUpperCase()} `, name: 'Ann' });
    expect(await query(portal.databaseUrl, changesOf, [String(account.id)])).toEqual([]);
    expect(await ask(account, `person${account.id}@acme.example`)).not.toBe('');
  });

  it('asks for one in a minute, which the CMS’s own answer says', async () => {
    const account = await newAccount();
    const first = await ask(account, `first-${account.email}`);
    expect((await patch(account, { email: `second-${account.email}` })).status).toBe(429);
    expect((await confirm(first, 'GET')).status).toBe(200);
  });
});

const changesOf = 'select * from support_portal.email_changes where user_id = $1';

/** As if a minute had passed. */
const passMinute = () =>
  query(portal.databaseUrl, `delete from support_portal.rate_limits where subject like 'change-minute:%'`);

it('staff set the addresses of others at once', async () => {
  const account = await newAccount();
  const editor = { ...account, token: people.editor.token };
  expect((await patch(editor, { email: 'set@example.com' })).body.doc.email).toBe('set@example.com');
  expect(await stored(account)).toBe('set@example.com');
});

describe('what a former address or password opened', () => {
  const resets = 'select reset_password_token as token from users where id = $1';

  const askReset = ({ email }: Account) =>
    portal.payload.forgotPassword({ collection: 'users', data: { email }, disableEmail: true });

  it('ends when staff set another address: the sessions, and a reset that lies in the old mailbox', async () => {
    const account = await newAccount();
    const editor = { ...account, token: people.editor.token };
    const me = async () => (await sessionOf(portal, { ...account, password }).get('/users/me')).body.user;
    await askReset(account);
    await patch(editor, { email: account.email.toUpperCase(), name: 'Same' });
    expect(await me()).not.toBeNull();
    await patch(editor, { email: `moved-${account.email}` });
    expect(await me()).toBeNull();
    expect(await query(portal.databaseUrl, resets, [account.id])).toEqual([{ token: null }]);
  });

  it('ends with a new password: a reset that was mailed before', async () => {
    const account = await newAccount();
    await askReset(account);
    await patch(account, { name: 'Same' });
    expect(await query(portal.databaseUrl, resets, [account.id])).toEqual([{ token: expect.any(String) }]);
    await patch(account, { password: 'another long password' });
    expect(await query(portal.databaseUrl, resets, [account.id])).toEqual([{ token: null }]);
  });
});

describe('an address that another account has', () => {
  it('gets the same answer and as many mails, and cannot be confirmed', async () => {
    const one = await newAccount();
    const other = await newAccount();
    const owner = await newAccount();
    const free = await patch(one, { email: 'free@example.com' });
    const taken = await patch(other, { email: owner.email.toUpperCase() });
    const plain = ({ status, body }: typeof free, { email, id }: Account) => {
      const { updatedAt, createdAt, sessions, ...doc } = body.doc;
      return { status, ...body, doc: { ...doc, email: doc.email === email, id: doc.id === id } };
    };
    expect(plain(taken, other)).toEqual(plain(free, one));
    const [question, warning] = [await mailTo('free@example.com'), await mailTo(owner.email)];
    await mailsSettled(portal, 'email-changes');
    expect(linkIn(question)).not.toBe('');
    expect(warning).toContain('nothing changes');
    expect(warning).not.toContain('spe_');
    expect(warning).not.toContain(other.email);
    const numbers = ['free@example.com', one.email, owner.email, other.email].map((to) => mailsTo(to).length);
    expect(numbers).toEqual([1, 1, 1, 1]);
    const rows = await query(portal.databaseUrl, changesOf, [String(other.id)]);
    expect(rows).toMatchObject([{ token_hash: null }]);
  });

  it('by the time of the confirmation is not given away', async () => {
    const account = await newAccount();
    const link = await ask(account, 'raced@example.com');
    const { id } = await newAccount();
    await portal.payload.update({ collection: 'users', id, data: { email: 'raced@example.com' } });
    expect((await confirm(link)).status).toBe(410);
    expect(await stored(account)).toBe(account.email);
  });

  it('is not told of in any other interface of a client’s', async () => {
    const { client, editor } = people;
    const answers = [editor.email, 'nobody@example.com'].map(async (email) => {
      const data = { email, password, role: 'client', organization: people.organization };
      const response = await post('/api/users', client.token, data);
      const mutation = `createUser(data: { email: "${email}", password: "x", role: client }) { id }`;
      const created = await mutate(client.token, mutation);
      const foreign = await post(`/api/users/${editor.id}`, client.token, { email }, 'PATCH');
      return [response.status, await response.text(), foreign.status, await foreign.text(), created];
    });
    const [taken, free] = await Promise.all(answers);
    expect(taken).toEqual(free);
    expect([taken?.[0], taken?.[2]]).toEqual([403, 403]);
  });
});

describe('the link', () => {
  it('shows a page that changes nothing, in the language of the reader', async () => {
    const account = await newAccount();
    const link = await ask(account, `new-${account.email}`);
    const { status, headers, text } = await confirm(link, 'GET');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('X-Robots-Tag')).toBe('noindex');
    expect(text).toContain('Confirm the address');
    expect(text.match(/<button/g)).toHaveLength(1);
    const head = await confirm(link, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    const german = await portal.fetch(link, { headers: { 'Accept-Language': 'de' } });
    expect(await german.text()).toContain('Adresse bestätigen');
    expect(await stored(account)).toBe(account.email);
  });

  it('works once, also if two send it at the same moment', async () => {
    const account = await newAccount();
    const link = await ask(account, `new-${account.email}`);
    const statuses = (await Promise.all([1, 2, 3].map(() => confirm(link)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 410, 410]);
    expect((await confirm(link, 'GET')).status).toBe(410);
  });

  it('says that it was used when its page is opened or sent again, until the account has another address', async () => {
    const account = await newAccount();
    const link = await ask(account, `new-${account.email}`);
    const [change] = await query<{ id: string }>(portal.databaseUrl, changesOf, [String(account.id)]);
    expect((await confirm(link)).status).toBe(200);
    // A job that comes twice warns no one of their own address.
    expect(await isTaken(portal.payload, { users: 'users' }, change?.id ?? '')).toBeNull();
    for (const method of ['POST', 'GET']) {
      const { status, text } = await confirm(link, method);
      expect([status, text]).toEqual([410, expect.stringContaining('This link was used')]);
      expect(text).not.toContain('Nothing was changed');
      expect(text).not.toContain(account.email);
    }
    const { id } = account;
    await portal.payload.update({ collection: 'users', id, data: { email: `moved-${account.email}` } });
    expect((await confirm(link, 'GET')).text).toContain('Nothing was changed');
  });

  it('confirms nothing a second time, even if the account gets its former address back', async () => {
    const account = await newAccount();
    const link = await ask(account, `new-${account.email}`);
    expect((await confirm(link)).status).toBe(200);
    const { id, email } = account;
    await portal.payload.update({ collection: 'users', id, data: { email } });
    for (const method of ['GET', 'POST']) expect((await confirm(link, method)).status).toBe(410);
    expect(await stored(account)).toBe(email);
  });

  it('ends the sessions of the user, and a reset that lies in the old mailbox', async () => {
    const account = await newAccount();
    await portal.payload.forgotPassword({
      collection: 'users',
      data: { email: account.email },
      disableEmail: true,
    });
    const me = async () => (await sessionOf(portal, { ...account, password }).get('/users/me')).body.user;
    const link = await ask(account, `new-${account.email}`);
    expect(await me()).not.toBeNull();
    await confirm(link);
    expect(await me()).toBeNull();
    const sql = 'select reset_password_token as token from users where id = $1';
    expect(await query(portal.databaseUrl, sql, [account.id])).toEqual([{ token: null }]);
  });

  const ends: Record<string, (account: Account) => Promise<unknown>> = {
    'the password changes': (account) => patch(account, { password: 'another long password' }),
    'staff change the address': ({ id }) =>
      patch({ id, email: '', token: people.editor.token }, { email: `staff-${id}@example.com` }),
    'the user is deleted': ({ id }) => portal.payload.delete({ collection: 'users', id }),
    'its day is over': ({ id }) =>
      query(
        portal.databaseUrl,
        'update support_portal.email_changes set expires_at = now() where user_id = $1',
        [String(id)],
      ),
    'another organization names the domain': () =>
      portal.payload.update({
        collection: 'organizations',
        id: people.otherOrganization,
        data: { domains: ['globex.example', 'later.example'] },
      }),
  };

  it.each(Object.keys(ends))('confirms nothing once %s', async (end) => {
    const account = await newAccount();
    const link = await ask(account, `person${account.id}@later.example`);
    await ends[end]?.(account);
    const before = await stored(account);
    expect((await confirm(link)).status).toBe(410);
    expect(await stored(account)).toBe(before);
  });

  it('holds for a change that comes with a new password', async () => {
    const account = await newAccount();
    const link = await ask(account, `new-${account.email}`, { password: 'another long password' });
    expect((await confirm(link)).status).toBe(200);
    expect(await stored(account)).toBe(`new-${account.email}`);
  });

  it('is replaced by that of a later request', async () => {
    const account = await newAccount();
    const first = await ask(account, `first-${account.email}`);
    await passMinute();
    const second = await ask(account, `second-${account.email}`);
    expect((await confirm(first)).status).toBe(410);
    expect((await confirm(second)).status).toBe(200);
    expect(await stored(account)).toBe(`second-${account.email}`);
  });

  it('is over once another address is asked for, before the mail to that one is made', async () => {
    const account = await newAccount();
    const link = await ask(account, `first-${account.email}`);
    const req = await createLocalReq({}, portal.payload);
    await storeChange(req, { users: 'users' }, { userId: account.id, email: `second-${account.email}` });
    expect((await confirm(link)).status).toBe(410);
    expect(await stored(account)).toBe(account.email);
  });

  it('leads to the portal’s own address, and stands nowhere but in the mail', async () => {
    const account = await newAccount();
    const email = `new-${account.email}`;
    const token = (await ask(account, email)).split('/').at(-1) ?? '';
    expect(token).toMatch(/^spe_/);
    const mail = await mailTo(email);
    expect(mail).toContain(`${serverUrl}/api/portal/v1/email-changes/${token}`);
    expect(maskSecrets(`550 ${token}`)).toBe('550 [masked]');
    expect(/^Subject: .*$/im.exec(mail)?.[0]).not.toContain('spe_');
    await mailsSettled(portal, 'email-changes');
    const tables = ['support_portal.email_changes', 'support_portal.jobs', 'email_log'];
    for (const table of tables) {
      const rows = await query(portal.databaseUrl, `select * from ${table}`);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
    const logged = await query(
      portal.databaseUrl,
      `select type, related_type, related_id, user_id from email_log where "to" = $1`,
      [email],
    );
    const id = String(account.id);
    expect(logged).toEqual([{ type: 'email_change', related_type: 'user', related_id: id, user_id: id }]);
  });

  it('that is none counts as wrong credentials do', async () => {
    const strange = '/api/portal/v1/email-changes/spe_none';
    const headers = { 'X-Forwarded-For': '192.0.2.77' };
    const statuses = new Set<number>();
    for (let asked = 0; asked < 700 && !statuses.has(429); asked++)
      statuses.add((await portal.fetch(strange, { headers })).status);
    expect([...statuses]).toEqual([410, 429]);
  });
});

describe('the mails', () => {
  it('are in the language that each person chose', async () => {
    const data = { role: 'client', organization: people.organization, language: 'de' };
    const [account, owner] = [await newAccount(data), await newAccount()];
    const subjectTo = async (address: string) => /^Subject: (.*)$/im.exec(await mailTo(address))?.[1] ?? '';
    await patch(account, { email: `new-${account.email}` });
    expect(await mailTo(`new-${account.email}`)).toContain('Um das zu best=C3=A4tigen');
    expect(await subjectTo(account.email)).toContain('Ihre_E-Mail-Adresse_soll');
    await passMinute();
    await patch(account, { email: owner.email });
    expect(await mailTo(owner.email)).toContain('Someone tried to use');
  });
});

it('a wanted address that staff have set meanwhile is not that of another account', async () => {
  const { id, email } = await newAccount();
  const slugs = { users: 'users' };
  const req = await createLocalReq({}, portal.payload);
  const wanted = `set-${email}`;
  const change = (await storeChange(req, slugs, { userId: id, email: wanted })) ?? '';
  expect(await isTaken(portal.payload, slugs, change)).toBe(false);
  await portal.payload.update({ collection: 'users', id, data: { email: wanted } });
  expect(await isTaken(portal.payload, slugs, change)).toBeNull();
});

it('an address is wanted in ASCII, be it free or taken, even if its domain is given in Unicode', async () => {
  const [account, other, owner] = [await newAccount(), await newAccount(), await newAccount()];
  const taken = 'owner@xn--bcher-kva.example';
  await portal.payload.update({ collection: 'users', id: owner.id, data: { email: taken } });
  expect((await patch(account, { email: 'Free@bücher.example' })).status).toBe(200);
  expect((await patch(other, { email: 'owner@BÜCHER.example' })).status).toBe(200);
  // The SMTP server shows domains in Unicode.
  expect(await mailTo('owner@bücher.example')).toContain('Someone tried to use');
  const link = linkIn(await mailTo('free@bücher.example'));
  expect((await confirm(link)).status).toBe(200);
  expect(await stored(account)).toBe('free@xn--bcher-kva.example');
});

it('the same address in the other notation ends nothing that the former one opened', async () => {
  const account = await newAccount();
  const { id } = account;
  const set = (email: string) => portal.payload.update({ collection: 'users', id, data: { email } });
  const email = `person${id}@xn--bcher-kva.example`;
  await set(email);
  await query(
    portal.databaseUrl,
    `update users set email = $1, reset_password_token = 'kept' where id = $2`,
    [email.replace('xn--bcher-kva', 'bücher'), id],
  );
  await set(email);
  const rows = await query(
    portal.databaseUrl,
    'select email, reset_password_token as token from users where id = $1',
    [id],
  );
  expect(rows).toEqual([{ email, token: 'kept' }]);
});
