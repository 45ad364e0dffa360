import type { CollectionSlug, Field, Plugin } from 'payload';
import type { SupportPortalOptions } from 'payload-support-portal';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Client, clientOf } from '../../support/api/api.ts';
import { type OwnApp, startOwnApp } from '../../support/portal/ownApp.ts';
import { startPortal } from '../../support/portal/payload.ts';

const products = {
  slug: 'products',
  access: { read: () => true },
  fields: [{ name: 'title', type: 'text' }] satisfies Field[],
};

const staffOnly = ({ req }: { req: { user: unknown } }) =>
  Reflect.get(Object(req.user), 'department') === 'it';

const ticketFields: Field[] = [
  { name: 'product', type: 'relationship', relationTo: 'products' as CollectionSlug, required: true },
  {
    name: 'others',
    type: 'relationship',
    relationTo: ['products', 'companies'] as CollectionSlug[],
    hasMany: true,
  },
  { name: 'amount', type: 'number' },
  { name: 'extra', type: 'json' },
  { name: 'notes', type: 'richText' },
  { name: 'due', type: 'date' },
  { name: 'urgent', type: 'checkbox' },
  { name: 'areas', type: 'select', hasMany: true, options: ['vpn', 'mail'] },
  {
    name: 'contact',
    type: 'group',
    interfaceName: 'Contact',
    fields: [
      { name: 'phone', type: 'text', required: true, defaultValue: 'none' },
      { name: 'email', type: 'email' },
      { name: 'rating', type: 'number', access: { create: staffOnly, update: staffOnly } },
    ],
  },
  {
    name: 'blocks',
    type: 'blocks',
    blocks: [{ slug: 'quote', fields: [{ name: 'text', type: 'text', required: true }] }],
  },
  { name: 'version', type: 'text', maxLength: 10, admin: { description: 'Of the product.' } },
  { name: 'channel', type: 'select', options: ['phone', 'mail'], required: true, defaultValue: 'phone' },
  { name: 'cost', type: 'number', access: { create: staffOnly, read: staffOnly, update: staffOnly } },
  {
    name: 'steps',
    type: 'array',
    fields: [
      { name: 'of', type: 'relationship', relationTo: 'products' as CollectionSlug },
      { name: 'rating', type: 'number', access: { create: staffOnly, update: staffOnly } },
    ],
  },
  {
    name: 'reference',
    type: 'text',
    required: true,
    hooks: { beforeChange: [({ siblingData, value }) => value ?? `ref of ${siblingData.subject}`] },
  },
];

/** A plugin that runs after the portal and adds a field. */
const region: Plugin = (config) => ({
  ...config,
  collections: config.collections?.map((collection) =>
    collection.slug === 'files'
      ? {
          ...collection,
          fields: [
            ...collection.fields,
            { name: 'region', type: 'text', required: true },
            { name: 'pages', type: 'number', min: 1 },
          ],
        }
      : collection,
  ),
});

const collections: NonNullable<SupportPortalOptions['collections']> = {
  organizations: { slug: 'companies' },
  tickets: {
    fields: ticketFields,
    apiFields: [
      'product',
      'others',
      'version',
      'channel',
      'amount',
      'extra',
      'notes',
      'due',
      'urgent',
      'areas',
      'contact',
      'blocks',
      'cost',
      'steps',
      'reference',
    ],
  },
  folders: { fields: [{ name: 'shelf', type: 'text', required: true }], apiFields: ['shelf'] },
  files: { apiFields: ['region', 'pages'] },
};

describe.each(['serial', 'uuid'] as const)('fields that the app opens to the API, with ids %s', (idType) => {
  let app: OwnApp;
  let staff: Client;
  let client: Client;
  let product: string;
  let ticket: Record<string, unknown>;

  beforeAll(async () => {
    app = await startOwnApp({
      idType,
      portal: { collections, workers: 'external' },
      app: { plugins: [region] },
      collections: [products],
    });
    staff = await app.clientOf('it');
    client = await app.clientOf('customer');
    product = String(await app.make('products', { title: 'VPN' }));
  });

  afterAll(() => app.stop());

  it('are accepted by POST and returned, ids as text', async () => {
    const { status, body } = await client.post('/v1/tickets', {
      subject: 'Slow',
      product,
      others: [{ relationTo: 'products', value: product }],
      version: '2.1',
      steps: [{ of: product }],
    });
    expect([status, body]).toMatchObject([
      201,
      {
        product,
        others: [{ relationTo: 'products', value: product }],
        version: '2.1',
        channel: 'phone',
        steps: [{ of: product }],
        reference: 'ref of Slow',
      },
    ]);
    ticket = body;
  });

  it('are returned by GET and by the full list, but not by the short one', async () => {
    expect((await client.get(`/v1/tickets/${ticket.id}`)).body).toEqual(ticket);
    expect((await client.get('/v1/tickets?view=full')).body.data).toEqual([ticket]);
    expect(Object.keys((await client.get('/v1/tickets')).body.data[0])).toEqual([
      'id',
      'subject',
      'status',
      'priority',
      'created_at',
    ]);
  });

  it('are changed by PATCH, under If-Match', async () => {
    const { headers } = await client.get(`/v1/tickets/${ticket.id}`);
    const given = { 'If-Match': String(headers.get('ETag')) };
    const changed = await client.patch(`/v1/tickets/${ticket.id}`, { version: '2.2' }, given);
    expect([changed.status, changed.body.version, changed.body.product]).toEqual([200, '2.2', product]);
    expect(changed.headers.get('ETag')).not.toBe(given['If-Match']);
    expect((await client.patch(`/v1/tickets/${ticket.id}`, { version: '2.3' }, given)).status).toBe(412);
    expect((await client.get(`/v1/tickets/${ticket.id}`)).body.version).toBe('2.2');
  });

  it('may be of any kind', async () => {
    const paragraph = { type: 'paragraph', version: 1, children: [], direction: null, format: '', indent: 0 };
    const values = {
      amount: 2.5,
      extra: { any: ['thing', 1, null] },
      notes: {
        root: { type: 'root', version: 1, children: [paragraph], direction: null, format: '', indent: 0 },
      },
      due: '2026-03-02T09:30:00.000Z',
      urgent: true,
      areas: ['vpn', 'mail'],
      contact: { email: 'ann@example.com' },
      blocks: [{ blockType: 'quote', text: 'Slow.' }],
    };
    const { status, body } = await client.post('/v1/tickets', { subject: 'Slow', product, ...values });
    expect([status, body]).toMatchObject([201, { ...values, contact: { ...values.contact, phone: 'none' } }]);
    const cleared = { due: null, areas: null, extra: null, notes: null, version: null };
    const changed = await client.patch(`/v1/tickets/${body.id}`, cleared);
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { due: null, areas: [], extra: null, notes: null },
    ]);
    const { id } = (await client.get('/v1/tickets')).body.data[0];
    await app.payload.delete({ collection: 'tickets', id, overrideAccess: true });
  });

  it.each([
    ['a required one left out', { product: undefined }, 'product'],
    ['an id of no record', { product: '00000000-0000-4000-8000-000000000000' }, 'product'],
    ['what is no id', { product: 17 }, 'product'],
    [
      'an id of no record of several',
      { others: [{ relationTo: 'products', value: '99999999' }] },
      'others.value',
    ],
    ['another collection', { others: [{ relationTo: 'users', value: '1' }] }, 'others'],
    ['too long a text', { version: 'longer than ten' }, 'version'],
    ['a text that cannot be stored', { version: 'a\0b' }, 'version'],
    ['a choice that is none', { channel: 'fax' }, 'channel'],
    ['an object for a text', { version: { a: 1 } }, 'version'],
    ['a text for a number', { amount: '5' }, 'amount'],
    ['an unknown field of a row', { steps: [{ of: null, by: 'hand' }] }, 'steps.0'],
    ['an unknown one', { colour: 'red' }, 'colour'],
  ])('are validated: %s is 422 with the field’s name', async (_, change, path) => {
    const { status, body } = await client.post('/v1/tickets', { subject: 'Slow', product, ...change });
    expect([status, body.error]).toEqual([422, 'validation_failed']);
    expect(body.details.map((detail: { path: string }) => detail.path)).toEqual([path]);
  });

  it('are read and written by users whom the field allows', async () => {
    expect((await client.post('/v1/tickets', { subject: 'Slow', product, cost: 5 })).body.error).toBe(
      'forbidden',
    );
    expect((await client.patch(`/v1/tickets/${ticket.id}`, { cost: 5 })).body.error).toBe('forbidden');
    for (const nested of [{ contact: { rating: 5 } }, { steps: [{}, { rating: 5 }] }]) {
      const [path] = Object.keys(nested);
      const refused = await client.patch(`/v1/tickets/${ticket.id}`, nested);
      expect(refused.body).toMatchObject({
        error: 'forbidden',
        message: expect.stringMatching(new RegExp(`^Your role does not allow ${path}\\.`)),
      });
      expect((await staff.patch(`/v1/tickets/${ticket.id}`, nested)).status).toBe(200);
    }
    expect((await staff.patch(`/v1/tickets/${ticket.id}`, { cost: 5 })).body.cost).toBe(5);
    expect((await client.get(`/v1/tickets/${ticket.id}`)).body).not.toHaveProperty('cost');
  });

  it('are parts of an upload, and fields of a folder', async () => {
    expect((await client.post('/v1/folders', { name: 'Plans' })).body.details).toMatchObject([
      { path: 'shelf' },
    ]);
    const folder = await client.post('/v1/folders', { name: 'Plans', shelf: 'top' });
    expect([folder.status, folder.body.shelf]).toEqual([201, 'top']);
    const renamed = await client.patch(`/v1/folders/${folder.body.id}`, { name: 'Plots', shelf: 'low' });
    expect(renamed.body).toMatchObject({ name: 'Plots', shelf: 'low' });
    const upload = async (parts: Record<string, string>) => {
      const form = new FormData();
      form.append('file', new File(['bytes'], 'plan.txt', { type: 'text/plain' }));
      for (const [name, text] of Object.entries({ folder_id: folder.body.id, ...parts }))
        form.append(name, text);
      const headers = { Authorization: String(client.authorization) };
      const response = await app.fetch('/api/v1/files', { method: 'POST', headers, body: form });
      return { status: response.status, body: await response.json() };
    };
    const long = 'Nordrhein '.repeat(300);
    const uploaded = await upload({ region: long, pages: '12' });
    expect([uploaded.status, uploaded.body]).toMatchObject([201, { region: long, pages: 12 }]);
    expect((await client.get(`/v1/files/${uploaded.body.id}`)).body).toMatchObject({
      region: long,
      pages: 12,
    });
    expect((await client.get('/v1/files')).body.data).toMatchObject([{ region: long, pages: 12 }]);
    expect(await upload({})).toMatchObject({ status: 422, body: { details: [{ path: 'region' }] } });
    expect(await upload({ region: 'West', pages: 'many' })).toMatchObject({
      status: 422,
      body: { details: [{ path: 'pages' }] },
    });
    expect(await upload({ region: 'W'.repeat(70_000) })).toMatchObject({ status: 413 });
  });

  it('are in the OpenAPI description, as the CMS describes them', async () => {
    const { body } = await clientOf(app, null).get('/v1/openapi.json');
    const { schema, example } = body.paths['/v1/tickets'].post.requestBody.content['application/json'];
    expect(schema.required).toEqual(['subject', 'product']);
    expect(schema.properties).toMatchObject({
      product: { type: 'string' },
      version: { type: ['string', 'null'], description: 'Of the product.' },
      channel: { enum: ['phone', 'mail'] },
      subject: { maxLength: 255 },
    });
    expect(example).toHaveProperty('product');
    expect(
      body.paths['/v1/tickets/{ticket_id}'].patch.requestBody.content['application/json'].schema,
    ).toMatchObject({
      minProperties: 1,
      properties: { version: {} },
    });
    expect(body.components.schemas.Ticket.properties).toHaveProperty('steps');
    expect(body.components.schemas.TicketSummary.properties).not.toHaveProperty('steps');
    expect(body.paths['/v1/files'].post.requestBody.content['multipart/form-data'].schema.required).toContain(
      'region',
    );
    expect(JSON.stringify(body)).not.toContain('#/definitions/');
  });
});

describe('a field that the app does not open', () => {
  it('is unknown to the API, and filled by a hook or a default value', async () => {
    const fields = ticketFields.filter(({ type }) => type === 'select' || type === 'text');
    const portal = { collections: { organizations: { slug: 'companies' }, tickets: { fields } } };
    const app = await startOwnApp({ portal, collections: [products] });
    onTestFinished(() => app.stop());
    const client = await app.clientOf('customer');
    const { status, body } = await client.post('/v1/tickets', { subject: 'Slow' });
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('channel');
    const stored = await app.payload.findByID({ collection: 'tickets', id: body.id, overrideAccess: true });
    expect(stored).toMatchObject({ channel: 'phone', reference: 'ref of Slow' });
    const refused = await client.post('/v1/tickets', { subject: 'Slow', channel: 'mail' });
    expect(refused.body.details).toMatchObject([{ path: 'channel' }]);
  });
});

describe('the start', () => {
  const starting = (portal: SupportPortalOptions, plugins: Plugin[] = []) =>
    startPortal({ portal, app: { plugins } }).then(async (started) => started.stop());

  it.each([
    ['colour', 'collections.tickets.apiFields names the field colour'],
    ['assignee', 'collections.tickets.apiFields must not name assignee'],
    ['updated_at', 'collections.tickets.apiFields must not name updated_at'],
    ['createdAt', 'collections.tickets.apiFields must not name createdAt'],
  ])('is stopped by an option that opens %s', async (name, sentence) => {
    await expect(starting({ collections: { tickets: { apiFields: [name] } } })).rejects.toThrow(sentence);
  });

  const requiring =
    (slug: string): Plugin =>
    (config) => ({
      ...config,
      collections: config.collections?.map((collection) =>
        collection.slug === slug
          ? {
              ...collection,
              fields: [...collection.fields, { name: 'tenant', type: 'text', required: true }],
            }
          : collection,
      ),
    });

  it.each(['email-log', 'email-log-purges', 'webhook-deliveries', 'ticket-changes', 'api-keys'])(
    'is stopped by a plugin that adds a required field to %s',
    async (slug) => {
      await expect(starting({}, [requiring(slug)])).rejects.toThrow(
        /must not have the required field tenant, which another plugin adds/,
      );
    },
  );
});
