import { tmpdir } from 'node:os';
import fc from 'fast-check';
import type { CollectionConfig, Config, Payload } from 'payload';
import { type SupportPortalOptions, supportPortal } from 'payload-support-portal';
import { describe, expect, it } from 'vitest';

const users: CollectionConfig = { slug: 'users', auth: true, fields: [] };
const tickets: CollectionConfig = { slug: 'tickets', fields: [] };

const install = (options: unknown, collections: CollectionConfig[] = []) =>
  supportPortal(options as SupportPortalOptions)({
    collections,
    db: { name: 'postgres' },
  } as Config) as Config;

const text = { name: 'product', type: 'text' } as const;

describe('a wrong option stops the start with one sentence that names it', () => {
  it.each<[string, unknown, string]>([
    ['an unknown option', { ratelimit: {} }, 'the option ratelimit does not exist.'],
    ['an unknown part of one', { files: { max: 1 } }, 'the option files.max does not exist.'],
    ['no object', { files: 5 }, 'the option files has to be an object.'],
    [
      'no number',
      { rateLimit: { perMinute: '600' } },
      'the option rateLimit.perMinute has to be a whole number',
    ],
    [
      'a negative number',
      { rateLimit: { perMinute: -1 } },
      'rateLimit.perMinute has to be a whole number of 0 or',
    ],
    [
      'nothing to store',
      { files: { maxBytes: 0 } },
      'the option files.maxBytes has to be a whole number of 1 or',
    ],
    ['no function', { roles: { resolve: 'admin' } }, 'the option roles.resolve has to be a function.'],
    [
      'no list',
      { hooks: { afterEmail: () => {} } },
      'the option hooks.afterEmail has to be a list of functions.',
    ],
    ['null', null, 'supportPortal: its argument has to be an object.'],
    ['a text', 'mail', 'supportPortal: its argument has to be an object.'],
    ['a list', [{}], 'supportPortal: its argument has to be an object.'],
    ['no transport', { mail: { transports: [{}] } }, 'the option mail.transports.0 has to be a transport'],
    [
      'a transport whose name is blank',
      { mail: { transports: [{ name: ' ', send: () => {} }] } },
      'the option mail.transports.0 has to be a transport',
    ],
    ...['not an address', 'a@example.com, b@example.com', 'Help <help>', ' '].map(
      (from): [string, unknown, string] => [
        `the sender "${from}"`,
        { mail: { from } },
        'the option mail.from has to be',
      ],
    ),
    [
      'a credential of another kind',
      { mailEvents: { ses: 'ses-events' } },
      'the option mailEvents.ses has the wrong form: Enter the ARN of the SNS topic',
    ],
    ...['administrator', 'editor', 'developer', 'technician', 'representative', 'client'].map(
      (role): [string, unknown, string] => [
        `the role ${role} as one more`,
        { roles: { technical: ['operator', role] } },
        "the option roles.technical.1 has to be a role of the app's own: the portal has administrator, editor",
      ],
    ),
    ...['mailto:files@example.com', 'https://files.example.com/?a=b', 'files.example.com'].map(
      (url): [string, unknown, string] => [
        `files at ${url}`,
        { files: { url } },
        'the option files.url has to be an address that begins with https:// or http://',
      ],
    ),
    ['a blank folder', { dataDir: ' ' }, 'the option dataDir has to be a text.'],
    ['another word', { workers: 'none' }, "the option workers has to be 'inline' or 'external'."],
    ['an address in place of an origin', { cors: ['https://a.example/'] }, 'the option cors'],
    [
      'a prefix with a slash at its end',
      { prefix: '/support/' },
      'the option prefix has to begin with a slash',
    ],
    [
      'no network',
      { webhooks: { allowedNetworks: ['10.0.0.0/64'] } },
      'the option webhooks.allowedNetworks is wrong',
    ],
    [
      'no days at all',
      { webhooks: { retentionDays: 0 } },
      'the option webhooks.retentionDays has to be a number',
    ],
    ['no scope', { access: { tickets: () => true } }, 'the option access.tickets does not exist.'],
    [
      'no slug',
      { collections: { files: { slug: 'my files' } } },
      'the option collections.files.slug has to be',
    ],
    ['no such collection', { collections: { file: {} } }, 'the option collections.file does not exist.'],
    [
      'one slug for two',
      { collections: { files: { slug: 'folders' } } },
      'the option collections.folders.slug has to differ from that of collections.files.',
    ],
    [
      'users that are not there',
      { collections: { users: { slug: 'people', existing: true } } },
      'the option collections.users.existing says that the app has a collection people',
    ],
    [
      'a field that is there',
      { collections: { tickets: { fields: [{ name: 'status', type: 'text' }] } } },
      'the option collections.tickets.fields must not have a field status',
    ],
    ...[null, {}, 'product'].map((field): [string, unknown, string] => [
      `the field ${JSON.stringify(field)}`,
      { collections: { tickets: { fields: [field] } } },
      'the option collections.tickets.fields.0 has to be a field, with a type.',
    ]),
    [
      'an id of the app’s own',
      { collections: { tickets: { fields: [{ name: 'id', type: 'text' }] } } },
      'the option collections.tickets.fields must not have a field id',
    ],
    [
      'a field that no one could fill',
      { collections: { emailLog: { fields: [{ ...text, required: true }] } } },
      'the option collections.emailLog.fields must not have a required field',
    ],
    [
      'an override that loses a field',
      { collections: { tickets: { overrides: (own: CollectionConfig) => ({ ...own, fields: [] }) } } },
      'the option collections.tickets.overrides has to keep the field subject.',
    ],
    ...[undefined, 'subject', [null]].map((fields): [string, unknown, string] => [
      `an override whose fields are ${JSON.stringify(fields)}`,
      { collections: { tickets: { overrides: (own: CollectionConfig) => ({ ...own, fields }) } } },
      'the option collections.tickets.overrides has to return a list of fields.',
    ]),
    [
      'an override that returns nothing',
      { collections: { tickets: { overrides: () => undefined } } },
      'the option collections.tickets.overrides has to return the collection tickets.',
    ],
  ])('%s', (_, options, sentence) => {
    expect(() => install(options)).toThrow(sentence);
  });

  it.each<[string, unknown, CollectionConfig[], string]>([
    ['a slug that the app has', {}, [tickets], 'the option collections.tickets.slug has to be another one'],
    [
      'users without authentication',
      {},
      [{ ...users, auth: false }],
      'the option collections.users.slug has to name an auth collection',
    ],
    [
      'fields for the app’s own users',
      { collections: { users: { fields: [text] } } },
      [users],
      'the option collections.users.fields is for a collection of the portal',
    ],
    [
      'a collection where the API would be',
      { prefix: '/support' },
      [{ slug: 'support', fields: [] }],
      'the option prefix has to be another one: the collection support answers at that address.',
    ],
  ])('%s', (_, options, collections, sentence) => {
    expect(() => install(options, collections)).toThrow(sentence);
  });
});

describe('the collections', () => {
  const slugsOf = ({ collections = [] }: Config) => collections.map(({ slug }) => slug);

  it('are the app’s own users if it has some, and the portal’s otherwise', () => {
    const limits = {
      beforeChange: [],
      afterChange: [expect.any(Function)],
      beforeDelete: [expect.any(Function)],
      beforeOperation: [expect.any(Function)],
      afterError: [expect.any(Function)],
    };
    const theirs = { ...users, hooks: limits };
    expect(install({}, [users]).collections?.filter(({ slug }) => slug === 'users')).toEqual([theirs]);
    expect(slugsOf(install({}))).toContain('users');
  });

  it('stay as they are while the portal is disabled, and nothing else does', () => {
    const enabled = install({ collections: { tickets: { fields: [text] } } });
    const disabled = install({ disabled: true, collections: { tickets: { fields: [text] } } });
    const withoutLook = (name: string, value: unknown) => (name === 'admin' ? undefined : value);
    const shape = ({ collections = [], globals = [] }: Config) =>
      [...collections, ...globals].map(({ slug, fields }) => [slug, JSON.stringify(fields, withoutLook)]);
    expect(shape(disabled)).toEqual(shape(enabled));
    expect(disabled).not.toHaveProperty('endpoints');
    expect(disabled).not.toHaveProperty('bin');
  });

  it('have no pages of their own while the portal is disabled, but for people', () => {
    const { collections = [], globals = [] } = install({ disabled: true });
    const shown = [...collections, ...globals].filter(({ admin }) => admin?.hidden !== true);
    expect(shown.map(({ slug }) => slug)).toEqual(['users', 'organizations']);
    const app = install({ disabled: true }, [{ slug: 'pages', fields: [] }]);
    expect(app.collections?.[0]).toEqual({ slug: 'pages', fields: [] });
  });

  it('are changed by overrides once their fields are complete', () => {
    const config = install({
      collections: {
        tickets: {
          fields: [text],
          overrides: (own: CollectionConfig) => ({
            ...own,
            labels: { singular: `${own.fields.length} fields` },
          }),
        },
      },
    });
    const changed = config.collections?.find(({ slug }) => slug === 'tickets');
    expect(changed?.labels?.singular).toBe(`${changed?.fields.length} fields`);
    expect(changed?.fields.at(-1)).toEqual(text);
  });
});

/** Each option by its path, as one gives it. */
const withOption = (path: string, value: unknown): unknown =>
  path.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value);

describe.each([
  ...['collections', 'collections.users', 'collections.users.existing', 'collections.tickets.slug'],
  ...['collections.tickets.fields', 'collections.tickets.overrides', 'collections.emailLog.fields'],
  ...['roles', 'roles.technical', 'roles.resolve', 'roles.organizationsOf', 'access', 'access.tickets:read'],
  ...['prefix', 'mail', 'mail.transports', 'mail.from', 'hooks', 'hooks.afterEmail', 'hooks.beforeEmailLog'],
  ...['hooks.emailLogRetentionDays', 'hooks.afterTicketEvent', 'emailLog.searchIndexes', 'files.scan'],
  ...[
    'files.maxBytes',
    'files.url',
    'webhooks.allowedNetworks',
    'webhooks.retentionDays',
    'tools',
    'mcp.tools',
  ],
  ...['rateLimit.perMinute', 'cors', 'workers', 'cronSecret', 'dataDir', 'disabled'],
])('the option %s', (path) => {
  const anything = fc.anything({ withBigInt: true, withDate: true, withSparseArray: true });

  it('is taken, or refused by a sentence that names it', () => {
    fc.assert(
      fc.property(anything, (value) => {
        try {
          install(withOption(path, value));
        } catch (error) {
          expect(String(error)).toContain(`OptionError: supportPortal: the option ${path}`);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the database', () => {
  const installOn = (db: unknown, options: SupportPortalOptions = {}) =>
    supportPortal(options)({ collections: [], db } as unknown as Config) as Config;
  const sentence = (given: string) =>
    `\`db\` of the Payload config has to be the PostgreSQL adapter of @payloadcms/db-postgres, and is ${given}.`;

  it.each(['sqlite', 'mongoose'])('of an adapter named %s stops every command of the app', (name) => {
    expect(() => installOn({ name })).toThrow(sentence(name));
  });

  it('that is missing stops it too', () => {
    expect(() => installOn(undefined)).toThrow(sentence('none'));
  });

  it('of another package for PostgreSQL stops the start, once the package can be told', () => {
    const made = { name: 'postgres', packageName: '@payloadcms/db-vercel-postgres' };
    const { db } = installOn({ name: 'postgres', init: () => made }, { dataDir: tmpdir() });
    expect(() => db.init({ payload: {} as Payload })).toThrow(sentence('@payloadcms/db-vercel-postgres'));
  });

  it('may be any while the portal is disabled', () => {
    expect(() => installOn({ name: 'sqlite' }, { disabled: true })).not.toThrow();
  });
});
