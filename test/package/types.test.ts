import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hideFromApp, installNodemailer, makeTypedApp, type Nodemailer, typeErrorsOf } from './hostTypes.ts';
import { pack, removePacked } from './pack.ts';

/** The types of the packed portal, as the compiler of somebody's own app sees them. */

let app: string;

beforeAll(async () => {
  const packed = await pack();
  app = await makeTypedApp(packed);
  removePacked(packed);
}, 300_000);

afterAll(() => {
  if (app) rmSync(app, { recursive: true, force: true });
});

const declared = `{ type: 'x', relatedTo: { type: 't', id: 7 }, user: null }`;
const nonsense = [`{ typ: 'x' }`, '7', `{ relatedTo: { type: 't' } }`, `{ user: true }`];

/** The declarations of `portal` that the compiler refuses in a call of this function. */
const refusedBy = (call: (mail: string) => string): string[] => {
  const declarations = [declared, ...nonsense];
  const head = `import type { Payload } from 'payload'; import { sendPortalEmail } from 'payload-support-portal'; export const send = (payload: Payload) => [sendPortalEmail,`;
  const mails = declarations.map(
    (portal) => `${call(`{ to: 'ann@example.com', subject: 'Hi', html: '<p>Hi</p>', portal: ${portal} }`)},`,
  );
  const errors = typeErrorsOf(app, [head, ...mails, '];'].join('\n'), { skipLibCheck: true });
  return [...new Set(errors.map(({ line }) => declarations[line - 2] ?? 'something else'))];
};

const bySendPortalEmail = (mail: string) => `sendPortalEmail(payload, ${mail})`;
const bySendEmail = (mail: string) => `payload.sendEmail(${mail})`;

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
  beforeAll(() => installNodemailer(app, nodemailer));

  it('sendPortalEmail takes what the log knows, and the compiler refuses all else', () => {
    expect(refusedBy(bySendPortalEmail)).toEqual(nonsense);
    const undeclared = `import { sendPortalEmail } from 'payload-support-portal';
      export const send = (payload: import('payload').Payload) => sendPortalEmail(payload, { to: 'ann@example.com' });`;
    const [error] = typeErrorsOf(app, undeclared, { skipLibCheck: true });
    expect(error?.message).toContain("Property 'portal' is missing");
  });

  it('the portal brings the app no types of nodemailer', () => {
    const asked = `import type { SendEmailOptions } from 'payload';
      import 'payload-support-portal';
      export const message: SendEmailOptions = { to: 7 };`;
    const errors = typeErrorsOf(app, asked, { skipLibCheck: true });
    expect(errors).toHaveLength(typed.includes(nodemailer) ? 1 : 0);
  });

  it('payload.sendEmail takes it too, and refuses all else if the app has types of mails', () => {
    expect(refusedBy(bySendEmail)).toEqual(typed.includes(nodemailer) ? nonsense : []);
  });
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

  it.each([
    { version: '9', types: null },
    { version: '9', types: '8' },
  ] as const)(
    'it adds no error to those of an app with nodemailer $version and its types $types',
    (nodemailer) => {
      installNodemailer(app, nodemailer);
      const placesOf = (code: string) =>
        typeErrorsOf(app, code, { skipLibCheck: false }).map(({ file, line }) => `${file}:${line}`);
      const before = new Set(placesOf(plain));
      expect(placesOf(withPortal).filter((place) => !before.has(place))).toEqual([]);
    },
    240_000,
  );
});

describe('a tool of an app whose package manager gives it nothing but what it asks for', () => {
  beforeAll(() => hideFromApp(app, 'zod'));

  const [example = ''] =
    /(?<=```ts\n)import \{ defineTool.*?(?=```)/s.exec(readFileSync('docs/ai.md', 'utf8')) ?? [];

  it('compiles as docs/ai.md shows it', () => {
    expect(example).toContain('z.strictObject');
    expect(typeErrorsOf(app, example, { skipLibCheck: true })).toEqual([]);
  });

  it('is checked by its schemas', () => {
    const wrong = example.replace('return { data:', 'return { invoices:');
    const [error] = typeErrorsOf(app, wrong, { skipLibCheck: true });
    expect(error?.message).toContain('invoices');
  });
});
