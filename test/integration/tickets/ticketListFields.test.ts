import { type CollectionSlug, createLocalReq, type Field, type TypedUser } from 'payload';
import type { SupportPortalOptions } from 'payload-support-portal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../../src/core/access/roles.ts';
import { contextOf, type PortalContext } from '../../../src/core/context.ts';
import { textsBy } from '../../../src/core/texts/text.ts';
import { describeColumns, findAddedFields } from '../../../src/features/tickets/admin/list/added/fields.ts';
import { describeFilters } from '../../../src/features/tickets/admin/list/added/filters.ts';
import { readTicketPage } from '../../../src/features/tickets/admin/list/readTicketPage.ts';
import { savedViewsKey } from '../../../src/features/tickets/admin/list/views/listParameters.ts';
import { readListing } from '../../../src/features/tickets/admin/list/views/ticketViews.ts';
import { type OwnApp, startOwnApp } from '../../support/portal/ownApp.ts';
import { startPortal } from '../../support/portal/payload.ts';

const itOnly = ({ req }: { req: { user: unknown } }) => Reflect.get(Object(req.user), 'department') === 'it';

const products = {
  slug: 'products',
  access: { read: itOnly },
  admin: { useAsTitle: 'title' },
  fields: [{ name: 'title', type: 'text' }] satisfies Field[],
};

const fields: Field[] = [
  {
    name: 'area',
    type: 'select',
    label: { en: 'Area', de: 'Bereich' },
    options: [{ value: 'vpn', label: { en: 'Remote access', de: 'Fernzugang' } }, 'mail'],
  },
  { type: 'row', fields: [{ name: 'orderNumber', type: 'text' }] },
  { name: 'effort', type: 'number' },
  { name: 'due', type: 'date', label: () => 'Due' },
  { name: 'metAt', type: 'date', admin: { date: { pickerAppearance: 'dayAndTime' } } },
  { name: 'urgent', type: 'checkbox', label: 'Priority' },
  { name: 'cost', type: 'text', access: { read: itOnly } },
  { name: 'perTicket', type: 'text', access: { read: ({ doc }) => doc?.subject === 'A' } },
  { name: 'product', type: 'relationship', relationTo: 'products' as CollectionSlug },
];

const filters = ['area', 'orderNumber', 'effort', 'due', 'urgent', 'cost', 'perTicket'];

const portal: SupportPortalOptions = {
  collections: { organizations: { slug: 'companies' }, tickets: { slug: 'cases', fields } },
  tickets: { list: { columns: [...filters, 'metAt', 'product', 'area'], filters } },
  workers: 'external',
};

describe('the fields of the app in the list of tickets', () => {
  let app: OwnApp;

  const readingOf = async (department: 'it' | 'sales', language = 'en') => {
    const { payload, people } = app;
    const context = contextOf(payload) as PortalContext;
    const found = await payload.findByID({
      collection: 'users',
      id: people[department].id,
      depth: 0,
      overrideAccess: true,
    });
    const user = { ...found, collection: 'users' } as unknown as TypedUser;
    const { i18n } = await createLocalReq({ user }, payload);
    const spoken = { ...i18n, language };
    const added = await findAddedFields({ payload, portal: context, user });
    const caller = context.principalOf(user) as Principal;
    return { payload, portal: context, user, caller, t: textsBy(i18n.t), i18n: spoken, added };
  };

  const read = async (given: Record<string, string>, department: 'it' | 'sales' = 'it', language = 'en') => {
    const reading = await readingOf(department, language);
    return readTicketPage(
      reading,
      readListing({ view: 'all', order: 'subject', ...given }, reading.added),
      25,
    );
  };

  const subjects = async (given: Record<string, string>, department: 'it' | 'sales' = 'it') => {
    const { tickets, counts } = await read(given, department);
    expect(counts.all).toBe(tickets.length);
    return tickets.map(({ subject }) => subject).join('');
  };

  beforeAll(async () => {
    app = await startOwnApp({ portal, collections: [products] });
    const product = await app.make('products', { title: 'Client 3' });
    const about = { company: app.company, organization: app.company, requester: app.people.customer.id };
    await app.make('cases', {
      ...about,
      subject: 'A',
      area: 'vpn',
      orderNumber: 'AB-100%',
      effort: 1.5,
      due: '2026-03-02T12:00:00.000Z',
      metAt: '2026-03-02T09:30:00.000Z',
      urgent: true,
      cost: 'cheap',
      perTicket: 'seen',
      product,
    });
    await app.make('cases', {
      ...about,
      subject: 'B',
      area: 'mail',
      orderNumber: 'ab-1000',
      effort: 20,
      due: '2026-03-03T12:00:00.000Z',
      cost: 'dear',
    });
    await app.make('cases', { ...about, subject: 'C' });
  });

  afterAll(() => app.stop());

  it('are columns, with heads and values in the reader’s language', async () => {
    const reading = await readingOf('it', 'de');
    expect(describeColumns(reading.added.columns, reading.i18n)).toMatchObject([
      { name: 'area', label: 'Bereich', isSorted: true },
      { name: 'orderNumber', label: 'Order Number' },
      { name: 'effort' },
      { name: 'due', label: 'Due' },
      { name: 'urgent', label: 'Priority' },
      { name: 'cost' },
      { name: 'metAt' },
      { name: 'product', isSorted: false },
    ]);
    const { tickets } = await read({}, 'it', 'de');
    expect(tickets.map(({ added }) => added)).toEqual([
      {
        area: 'Fernzugang',
        orderNumber: 'AB-100%',
        effort: '1,5',
        due: '02.03.2026',
        urgent: 'Yes',
        cost: 'cheap',
        metAt: new Date('2026-03-02T09:30:00.000Z'),
        product: 'Client 3',
      },
      {
        area: 'mail',
        orderNumber: 'ab-1000',
        effort: '20',
        due: '03.03.2026',
        urgent: 'No',
        cost: 'dear',
      },
      { urgent: 'No' },
    ]);
  });

  it('are filters: menus of their options, words, and bounds', async () => {
    const { added, i18n } = await readingOf('it', 'de');
    expect(describeFilters(added.filters, i18n)).toMatchObject([
      {
        parameter: 'field.area',
        label: 'Bereich',
        choices: [
          { id: 'vpn', name: 'Fernzugang' },
          { id: 'mail', name: 'mail' },
        ],
      },
      { parameter: 'field.orderNumber', input: 'text', choices: null },
      { parameter: 'field.effort.from', input: 'number', choices: null },
      { parameter: 'field.effort.to', input: 'number', choices: null },
      { parameter: 'field.due.from', label: 'Due from', input: 'date', choices: null },
      { parameter: 'field.due.to', label: 'Due to', input: 'date', choices: null },
      { parameter: 'field.urgent', choices: [{ id: 'true' }, { id: 'false' }] },
      { parameter: 'field.cost', input: 'text', choices: null },
    ]);
  });

  it.each<[Record<string, string>, string]>([
    [{ 'field.area': 'vpn' }, 'A'],
    [{ 'field.orderNumber': 'AB-100' }, 'AB'],
    [{ 'field.orderNumber': '100%' }, 'A'],
    [{ 'field.effort.from': '1.5' }, 'AB'],
    [{ 'field.effort.to': '1.5' }, 'A'],
    [{ 'field.effort.from': '2', 'field.effort.to': '20' }, 'B'],
    [{ 'field.due.from': '2026-03-03' }, 'B'],
    [{ 'field.due.from': '2026-03-02', 'field.due.to': '2026-03-02' }, 'A'],
    [{ 'field.due.to': '9999-12-31' }, 'AB'],
    [{ 'field.urgent': 'true' }, 'A'],
    // Tickets from before the field was added have no value.
    [{ 'field.urgent': 'false' }, 'BC'],
    [{ 'field.area': 'vpn', search: 'nothing of it' }, ''],
    [{ 'field.area': 'vpn', status: 'open' }, 'A'],
  ])('filter by %j: %s', async (given, expected) => {
    expect(await subjects(given)).toBe(expected);
  });

  it.each<Record<string, string>>([
    { 'field.area': "vpn' or true --" },
    { 'field.effort.from': 'NaN' },
    { 'field.effort.from': '1e999' },
    { 'field.due.from': '2026-02-31' },
    { 'field.due.from': '0000-01-01' },
    { 'field.due': '2026-03-02' },
    { 'field.urgent': '1' },
    { 'field.product': '1' },
    { 'field.subject': 'A' },
    { 'field.constructor': 'A' },
    { 'field.orderNumber': '\u0000' },
  ])('ignore %j', async (given) => {
    expect(await subjects(given)).toBe('ABC');
  });

  it.each([
    ['field.effort', 'ABC'],
    ['-field.effort', 'CBA'],
    ['field.urgent', 'ACB'],
    ['field.due', 'ABC'],
    // As the field lists them, not as the alphabet does.
    ['field.area', 'ABC'],
    ['field.cost', 'ABC'],
    // None of these is an order: the newest first.
    ['field.product', 'CBA'],
    ['field.subject', 'CBA'],
    ['field.due; --', 'CBA'],
  ])('order the list by %s: %s', async (order, expected) => {
    expect(await subjects({ order })).toBe(expected);
  });

  it('order nothing for those who may not read them', async () => {
    expect(await subjects({ order: 'field.cost' }, 'sales')).toBe('CBA');
  });

  it('are neither shown to those who may not read them, nor found out by a filter', async () => {
    const { added } = await readingOf('sales');
    expect(added.columns.map(({ name }) => name)).not.toContain('cost');
    expect(added.filters.map(({ name }) => name)).not.toContain('cost');
    expect(await subjects({ 'field.cost': 'cheap' }, 'sales')).toBe('ABC');
    expect(await subjects({ 'field.cost': 'cheap' })).toBe('A');
    const { tickets } = await read({}, 'sales');
    expect(tickets[0]?.added).toMatchObject({ orderNumber: 'AB-100%' });
    expect(tickets[0]?.added).not.toHaveProperty('cost');
    // The collection is not theirs to read.
    expect(tickets[0]?.added).not.toHaveProperty('product');
  });

  it('are neither columns nor filters if the access of the field asks for a ticket', async () => {
    expect(await subjects({ 'field.perTicket': 'seen' })).toBe('ABC');
    const { tickets } = await read({});
    expect(tickets[0]?.added).not.toHaveProperty('perTicket');
  });

  it('belong to saved views, which are counted with them', async () => {
    const { payload, people } = app;
    const given = { view: 'all', 'field.area': 'vpn', 'field.cost': 'dear' };
    for (const department of ['it', 'sales'] as const)
      await payload.create({
        collection: 'payload-preferences',
        data: {
          key: savedViewsKey,
          user: { relationTo: 'users', value: people[department].id },
          value: { views: [{ name: 'VPN', given }] },
        } as never,
        overrideAccess: true,
        user: { id: people[department].id, collection: 'users' } as never,
      });
    expect((await read({})).savedViews).toMatchObject([{ name: 'VPN', count: 0 }]);
    // Nothing tells them what the field holds.
    expect((await read({}, 'sales')).savedViews).toMatchObject([{ name: 'VPN', count: 1 }]);
  });

  it('counts the first saved views, however many there are', async () => {
    await app.payload.update({
      collection: 'payload-preferences',
      where: { key: { equals: savedViewsKey }, 'user.value': { equals: app.people.it.id } },
      data: { value: { views: Array.from({ length: 200 }, () => ({ name: 'All', given: {} })) } } as never,
      overrideAccess: true,
      user: { id: app.people.it.id, collection: 'users' } as never,
    });
    const counts = (await read({})).savedViews.map(({ count }) => count);
    expect(counts).toHaveLength(200);
    expect(counts.filter((count) => count !== null)).toHaveLength(50);
  });
});

describe('the start', () => {
  const added: Field[] = [
    { name: 'areas', type: 'select', hasMany: true, options: ['vpn'] },
    { name: 'notes', type: 'richText' },
    { name: 'secret', type: 'text', hidden: true },
    { name: 'shown', type: 'text', virtual: true },
    { name: 'contact', type: 'group', fields: [{ name: 'phone', type: 'text' }] },
    { name: 'of', type: 'relationship', relationTo: ['users', 'organizations'] },
    { name: 'product', type: 'relationship', relationTo: 'organizations' },
  ];
  it.each([
    ['columns', 'colour', 'names colour, and the app has added no such field to the collection tickets.'],
    ['columns', 'subject', 'names subject, and the app has added no such field'],
    ['filters', 'createdAt', 'names createdAt, and the app has added no such field'],
    ['columns', 'phone', 'names phone, and the app has added no such field'],
    [
      'columns',
      'notes',
      'names the field notes of the type richText: it takes text, email, number, checkbox, select, radio, date, relationship, of one value',
    ],
    ['columns', 'areas', 'names the field areas of the type select'],
    ['columns', 'secret', 'names the field secret of the type text'],
    ['columns', 'shown', 'names the field shown of the type text'],
    ['columns', 'contact', 'names the field contact of the type group'],
    ['columns', 'of', 'names the field of of the type relationship'],
    ['filters', 'product', 'names the field product of the type relationship: it takes text, email,'],
  ])('is stopped by an option whose %s have %s', async (part, name, sentence) => {
    const options = { collections: { tickets: { fields: added } }, tickets: { list: { [part]: [name] } } };
    const starting = startPortal({ portal: options }).then((started) => started.stop());
    await expect(starting).rejects.toThrow(`supportPortal: the option tickets.list.${part} ${sentence}`);
  });
});
