import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let editor: Client;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  editor = sessionOf(portal, people.editor);
  for (const [title, organization] of [
    ['For all', null],
    ['For Acme', people.organization],
    ['For Globex', people.otherOrganization],
  ] as const)
    expect((await save({ title, everybody: organization === null, organization })).status).toBe(201);
});

afterAll(() => portal.stop());

const save = (fields: object, who: Client = editor) =>
  who.post('/saved-replies', { title: 'Thanks', body: 'Hello {{requester.name}}', ...fields });

const problemsOf = async (fields: object) => {
  const { status, body } = await save(fields);
  return [status, body.errors?.[0]?.data?.errors];
};

const titlesOf = async (who: Client): Promise<string[]> => {
  const { body } = await who.get('/saved-replies?limit=100');
  return (body.docs ?? []).map(({ title }: { title: string }) => title).toSorted();
};

const keyOf = (role: 'editor' | 'representative' | 'client', organization: number | null = null) =>
  keyClient(portal, people.administrator, { owner: people[role], organization });

describe('a saved reply', () => {
  it('with an unknown variable is refused at its field', async () => {
    const [status, errors] = await problemsOf({ body: 'Hello {{requester.phone}}' });
    expect(status).toBe(400);
    expect(errors).toMatchObject([
      {
        path: 'body',
        message: expect.stringContaining(
          '{{requester.phone}} is not a variable. The variables are {{ticket.id}}',
        ),
      },
    ]);
  });

  it.each([
    ['title', { title: ' ' }],
    ['title', { title: 'two\nlines' }],
    ['body', { body: '' }],
    ['organization', { everybody: false }],
    ['organization', { everybody: false, organization: 999_999 }],
  ])('is refused at %s with %j', async (path, fields) => {
    const [status, errors] = await problemsOf(fields);
    expect(status).toBe(400);
    expect(errors).toMatchObject([{ path }]);
  });

  it('is refused with an unknown variable when it is changed, too', async () => {
    const { body } = await save({});
    const changed = await editor.patch(`/saved-replies/${body.doc.id}`, { body: '{{oops}}' });
    expect(changed.status).toBe(400);
    expect((await editor.delete(`/saved-replies/${body.doc.id}`)).status).toBe(200);
  });

  it('for everybody is of no organization', async () => {
    const { body } = await save({ everybody: true, organization: people.organization });
    expect(body.doc.organization ?? null).toBe(null);
    await editor.delete(`/saved-replies/${body.doc.id}`);
  });

  it('that names an organization is for it alone, unless it says otherwise', async () => {
    const { body } = await save({ title: 'For them', organization: people.otherOrganization });
    expect(body.doc).toMatchObject({ everybody: false, organization: { id: people.otherOrganization } });
    expect(await titlesOf(sessionOf(portal, people.representative))).not.toContain('For them');
    const path = `/saved-replies/${body.doc.id}`;
    await editor.patch(path, { everybody: true });
    expect(await titlesOf(sessionOf(portal, people.representative))).toContain('For them');
    const again = await editor.patch(path, { organization: people.otherOrganization });
    expect(again.body.doc.everybody).toBe(false);
    await editor.delete(path);
  });

  it('is read by staff, and by representatives if it is for everybody or for their organizations', async () => {
    expect(await titlesOf(editor)).toEqual(['For Acme', 'For Globex', 'For all']);
    expect(await titlesOf(sessionOf(portal, people.representative))).toEqual(['For Acme', 'For all']);
  });

  it('is changed by staff alone', async () => {
    const [first] = await query<{ id: number }>(
      portal.databaseUrl,
      'select min(id) as id from saved_replies',
    );
    for (const role of ['representative', 'client'] as const) {
      const who = sessionOf(portal, people[role]);
      const statuses = [
        await save({}, who),
        await who.patch(`/saved-replies/${first?.id}`, { title: 'Mine' }),
        await who.delete(`/saved-replies/${first?.id}`),
      ].map(({ status }) => status);
      expect(statuses).toEqual([403, 403, 403]);
    }
    expect(await titlesOf(editor)).toHaveLength(3);
  });

  it('is nothing that clients see', async () => {
    const client = sessionOf(portal, people.client);
    expect((await client.get('/saved-replies')).status).toBe(403);
    expect((await client.get('/saved-replies/1')).status).toBe(403);
    expect((await (await keyOf('client', people.organization)).get('/v1/saved-replies')).status).toBe(403);
  });

  it('becomes no one’s when its organization is deleted', async () => {
    const { id } = await portal.payload.create({
      collection: 'organizations',
      data: { name: 'Initech' },
      overrideAccess: true,
    });
    const { body } = await save({ title: 'For Initech', everybody: false, organization: id });
    await portal.payload.delete({ collection: 'organizations', id, overrideAccess: true });
    expect(await titlesOf(sessionOf(portal, people.representative))).toEqual(['For Acme', 'For all']);
    expect(await titlesOf(editor)).toContain('For Initech');
    const listed = (await (await keyOf('editor')).get('/v1/saved-replies')).body.data;
    expect(listed.map(({ title }: { title: string }) => title)).not.toContain('For Initech');
    expect((await editor.patch(`/saved-replies/${body.doc.id}`, { title: 'Whose?' })).status).toBe(400);
    await editor.delete(`/saved-replies/${body.doc.id}`);
  });
});

describe('GET /v1/saved-replies', () => {
  it('lists those in reach', async () => {
    const { status, body } = await (await keyOf('editor')).get('/v1/saved-replies');
    expect(status).toBe(200);
    expect(body.data).toHaveLength(3);
    expect(body.data.at(-1)).toEqual({
      id: expect.any(String),
      title: 'For all',
      body: 'Hello {{requester.name}}',
      organization_id: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it.each([['representative'], ['editor']] as const)(
    'lists to a key of %s bound to an organization what is for it or for everybody',
    async (role) => {
      const { body } = await (await keyOf(role, people.organization)).get('/v1/saved-replies?per_page=1');
      expect(body.meta).toEqual({ page: 1, per_page: 1, total: 2 });
      expect(body.data[0]).toMatchObject({
        title: 'For Acme',
        organization_id: String(people.organization),
      });
    },
  );

  it('needs the scope tickets:read', async () => {
    const key = await keyClient(portal, people.administrator, {
      owner: people.editor,
      scopes: ['files:read'],
    });
    expect((await key.get('/v1/saved-replies')).status).toBe(403);
  });
});

describe('a form of the admin UI that was open while a colleague saved', () => {
  const opened = { title: 'Restart', body: 'Please restart it.', everybody: true, organization: null };
  const colleague = () => sessionOf(portal, people.administrator);

  const open = async (): Promise<string> => {
    const { body } = await save(opened);
    return `/saved-replies/${body.doc.id}`;
  };

  const sendForm = (path: string, change: object) =>
    editor.patch(path, {
      ...opened,
      ...change,
      _openedWith: { ...opened, person: people.editor.id },
    });

  it('keeps what the colleague has changed, and changes the rest', async () => {
    const path = await open();
    const change = { body: 'Restart it twice.', everybody: false, organization: people.organization };
    expect((await colleague().patch(path, change)).status).toBe(200);
    expect((await sendForm(path, { title: 'Restart it' })).status).toBe(200);
    expect((await editor.get(`${path}?depth=0`)).body).toMatchObject({ ...change, title: 'Restart it' });
  });

  it('is refused as a whole if both changed the same, and names the field', async () => {
    const path = await open();
    await colleague().patch(path, { body: 'Restart it twice.' });
    const { status, body } = await sendForm(path, { title: 'Restart it', body: 'Restart it at once.' });
    expect([status, body.errors[0].message]).toEqual([
      409,
      expect.stringContaining(
        '“Text” changed in the meantime, by someone else or by an earlier try of yours.',
      ),
    ]);
    expect((await editor.get(path)).body).toMatchObject({ title: 'Restart', body: 'Restart it twice.' });
  });

  it('keeps one of two that are sent at the same moment', async () => {
    const path = await open();
    const sent = await Promise.all(['One', 'Two', 'Three'].map((title) => sendForm(path, { title })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('is refused if another person has logged in since in the same browser', async () => {
    const path = await open();
    const change = { title: 'Restart it', _openedWith: { ...opened, person: people.administrator.id } };
    expect(await editor.patch(path, change)).toMatchObject({
      status: 409,
      body: { errors: [{ message: expect.stringContaining('now logged in with another account') }] },
    });
    expect((await editor.get(path)).body).toMatchObject({ title: 'Restart' });
  });

  it('creates one saved reply, however often it is sent, and none if it was refused', async () => {
    const send = (title: string) =>
      save({ title, _openedWith: { person: people.editor.id, form: 'a-new-saved-reply' } });
    expect((await send('')).status).toBe(400);
    const answers = await Promise.all(['Sent once', 'Sent once', 'Sent once'].map(send));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect((await send('Sent again')).body.errors[0].message).toBe(
      'This form has already created its record. You find it in the list.',
    );
    expect(
      await query(portal.databaseUrl, "select 1 from saved_replies where title like 'Sent %'"),
    ).toHaveLength(1);
  });

  it.each([
    ['organizations', { name: 'Initech' }],
    ['folders', { name: 'Plans' }],
    ['users', { name: 'Zoe', email: 'zoe@form.example', password: 'a long password', role: 'client' }],
  ])('is refused for %s, too', async (slug, fields) => {
    const place = slug === 'organizations' ? {} : { organization: people.organization };
    const { body } = await colleague().post(`/${slug}`, { ...fields, ...place });
    const path = `/${slug}/${body.doc.id}`;
    await colleague().patch(path, { name: 'By the colleague' });
    const change = { name: 'By the form', _openedWith: { name: fields.name } };
    expect(await colleague().patch(path, change)).toMatchObject({
      status: 409,
      body: { errors: [{ message: expect.stringContaining('“Name” changed in the meantime') }] },
    });
    expect((await colleague().get(path)).body).toMatchObject({ name: 'By the colleague' });
  });

  it('adds its domain of an organization to those of the colleague', async () => {
    const { body } = await colleague().post('/organizations', { name: 'Hooli', domains: ['hooli.example'] });
    const path = `/organizations/${body.doc.id}`;
    await colleague().patch(path, { domains: ['hooli.example', 'hooli.test'] });
    const domains = ['hooli.example', 'hooli.invalid'];
    await colleague().patch(path, { domains, _openedWith: { domains: ['hooli.example'] } });
    expect((await colleague().get(path)).body).toMatchObject({
      domains: ['hooli.example', 'hooli.test', 'hooli.invalid'],
    });
  });

  it('is refused if a colleague has chosen another organization for what it makes everybody’s', async () => {
    const shown = { ...opened, everybody: false, organization: people.organization };
    const { body } = await save(shown);
    const path = `/saved-replies/${body.doc.id}`;
    const send = (change: object) => editor.patch(path, { ...shown, ...change, _openedWith: shown });
    await colleague().patch(path, { organization: people.otherOrganization });
    expect(await send({ everybody: true })).toMatchObject({
      status: 409,
      body: { errors: [{ message: expect.stringContaining('“Organization” changed in the meantime') }] },
    });
    expect((await send({ title: 'Restart it' })).status).toBe(200);
    expect((await editor.get(`${path}?depth=0`)).body).toMatchObject({
      title: 'Restart it',
      everybody: false,
      organization: people.otherOrganization,
    });
  });

  it('is refused for a user whose role a colleague has changed, if it chooses an organization', async () => {
    const shown = { email: 'kim@form.example', role: 'client', organization: people.organization };
    const { body } = await colleague().post('/users', { ...shown, password: 'a long password' });
    const path = `/users/${body.doc.id}`;
    const change = { role: 'representative', organizations: [people.organization] };
    expect((await colleague().patch(path, { ...change, email: 'kim@other.example' })).status).toBe(200);
    const send = (wanted: object) =>
      colleague().patch(path, {
        ...shown,
        organizations: [],
        ...wanted,
        _openedWith: { ...shown, organizations: null },
      });
    const { status, body: refused } = await send({ organization: people.otherOrganization });
    expect([status, refused.errors[0].message]).toEqual([409, expect.stringContaining('“Role”')]);
    const another = await send({ email: 'kim@third.example' });
    expect([another.status, another.body.errors[0].message]).toEqual([
      409,
      expect.stringContaining('“Email” changed in the meantime'),
    ]);
    expect((await send({ name: 'Kim' })).status).toBe(200);
    expect((await colleague().get(`${path}?depth=0`)).body).toMatchObject({ ...change, name: 'Kim' });
  });
});
