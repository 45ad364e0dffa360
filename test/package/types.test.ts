import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { features } from '../../src/features.ts';
import {
  type CompilerError,
  hideFromApp,
  installNodemailer,
  makeTypedApp,
  type Nodemailer,
  typeErrorsOf,
} from './hostTypes.ts';
import { sharedPackage } from './sharedPackage.ts';

/** The types of the packed portal, as the compiler of an app sees them. */

let app: string;

beforeAll(async () => {
  const packed = await sharedPackage();
  app = await makeTypedApp(packed);
}, 600_000);

afterAll(() => {
  if (app) rmSync(app, { recursive: true, force: true });
});

const declared = `{ type: 'x', relatedTo: { type: 't', id: 7 }, user: null }`;
const nonsense = [`{ typ: 'x' }`, '7', `{ relatedTo: { type: 't' } }`, `{ user: true }`];

const head = `import type { Payload } from 'payload'; import { sendPortalEmail } from 'payload-support-portal'; export const send = (payload: Payload) => [sendPortalEmail,`;

/** One mail a line, from the second on, for each declaration of `portal`. */
const callsOf = (call: (mail: string) => string): string =>
  [
    head,
    ...[declared, ...nonsense].map(
      (portal) =>
        `${call(`{ to: 'ann@example.com', subject: 'Hi', html: '<p>Hi</p>', portal: ${portal} }`)},`,
    ),
    '];',
  ].join('\n');

const files = {
  sendPortalEmail: callsOf((mail) => `sendPortalEmail(payload, ${mail})`),
  sendEmail: callsOf((mail) => `payload.sendEmail(${mail})`),
  undeclared: `import { sendPortalEmail } from 'payload-support-portal';
    export const send = (payload: import('payload').Payload) => sendPortalEmail(payload, { to: 'ann@example.com' });`,
  mistyped: `import type { SendEmailOptions } from 'payload';
    import 'payload-support-portal';
    export const message: SendEmailOptions = { to: 7 };`,
};

const typed: Nodemailer[] = [
  { version: '9', types: '6' },
  { version: '9', types: '7' },
  { version: '9', types: '8' },
  { version: null, types: '8' },
  { version: '10', types: null },
];

const untyped: Nodemailer[] = [
  { version: '9', types: null },
  { version: null, types: null },
];

describe.each([...typed, ...untyped])('beside nodemailer $version and its types $types', (nodemailer) => {
  let errors: CompilerError[];

  beforeAll(() => {
    installNodemailer(app, nodemailer);
    errors = typeErrorsOf(app, files, { skipLibCheck: true });
  });

  const errorsIn = (name: keyof typeof files) => errors.filter(({ file }) => file === name);

  /** The declarations of `portal` that the compiler refuses in a file. */
  const refusedIn = (name: keyof typeof files): string[] => {
    const declarations = [declared, ...nonsense];
    return [...new Set(errorsIn(name).map(({ line }) => declarations[line - 2] ?? 'another'))];
  };

  it('sendPortalEmail takes what the log knows, and the compiler refuses all else', () => {
    expect(refusedIn('sendPortalEmail')).toEqual(nonsense);
    const [error] = errorsIn('undeclared');
    expect(error?.message).toContain("Property 'portal' is missing");
  });

  it('the portal brings the app no types of nodemailer', () => {
    expect(errorsIn('mistyped')).toHaveLength(typed.includes(nodemailer) ? 1 : 0);
  });

  it('payload.sendEmail takes it too, and refuses all else if the app has types of mails', () => {
    expect(refusedIn('sendEmail')).toEqual(typed.includes(nodemailer) ? nonsense : []);
  });

  it('nothing else is wrong', () => {
    expect(errors.filter(({ file }) => !Object.keys(files).includes(file))).toEqual([]);
  });
});

it('supportPortal takes the options that each feature adds, and the slugs of its collections', () => {
  const collections = features.flatMap((feature) => Object.keys(feature.collections ?? {}));
  const options = `import { supportPortal } from 'payload-support-portal';
    export const portal = supportPortal({
      collections: { ${collections.map((name) => `${name}: {}`).join(', ')} },
      emailLog: {}, files: {}, inbound: {}, mail: {}, mailEvents: {}, mcp: {}, tools: [], webhooks: {},
      hooks: { afterEmail: [], beforeEmailLog: [], afterTicketEvent: [], emailLogRetentionDays: () => 7 },
    });`;
  expect(typeErrorsOf(app, { options }, { skipLibCheck: true })).toEqual([]);
});

describe('with `skipLibCheck: false`', () => {
  const plain = `import { postgresAdapter } from '@payloadcms/db-postgres';
    import { buildConfig } from 'payload';
    export default buildConfig({ secret: '', db: postgresAdapter({ pool: {} }) });`;
  const withPortal = `${plain}
    import 'payload-support-portal/rsc';
    import 'payload-support-portal/client';
    import 'payload-support-portal/sdk';
    export { supportPortal } from 'payload-support-portal';`;

  /** What the types of nodemailer may change; the first app looks at all files, which takes long. */
  const knowsMails = (file: string, text: string) =>
    /node_modules\/(payload|payload-support-portal)\//.test(file) || text.includes('nodemailer');

  it.each([
    { version: '9', types: null, looked: undefined },
    { version: '9', types: '8', looked: knowsMails },
  ] as const)(
    'it adds no error to those of an app with nodemailer $version and its types $types',
    ({ looked, ...nodemailer }) => {
      installNodemailer(app, nodemailer);
      const errors = typeErrorsOf(
        app,
        { code: withPortal },
        { skipLibCheck: false, ...(looked && { only: looked }) },
      );
      // Those that are right with the portal have no former errors to compare.
      const wrong = new Set(errors.map(({ file }) => file));
      const before = typeErrorsOf(
        app,
        { code: plain },
        { skipLibCheck: false, only: (file) => wrong.has(file) },
      );
      const placeOf = ({ file, line }: CompilerError) => `${file}:${line}`;
      const known = new Set(before.map(placeOf));
      expect(errors.map(placeOf).filter((place) => !known.has(place))).toEqual([]);
    },
    600_000,
  );
});

describe('a tool of an app whose package manager gives it nothing but what it asks for', () => {
  beforeAll(() => hideFromApp(app, 'zod'));

  const [example = ''] =
    /(?<=```ts\n)import \{ defineTool.*?(?=```)/s.exec(readFileSync('docs/ai.md', 'utf8')) ?? [];

  it('compiles as docs/ai.md shows it', () => {
    expect(example).toContain('z.strictObject');
    expect(typeErrorsOf(app, { example }, { skipLibCheck: true })).toEqual([]);
  });

  it('is checked by its schemas', () => {
    const wrong = example.replace('return { data:', 'return { invoices:');
    const [error] = typeErrorsOf(app, { wrong }, { skipLibCheck: true });
    expect(error?.message).toContain('invoices');
  });
});
