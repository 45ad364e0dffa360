import type { builtInRoles } from '../core/access/roles.ts';

type Role = (typeof builtInRoles)[number];

/** One person of each role; the administrator is made by the portal's first start. */
export const logins = {
  administrator: 'ada@acme.example',
  editor: 'eve@acme.example',
  developer: 'dan@acme.example',
  technician: 'tom@acme.example',
  representative: 'rita@acme.example',
  client: 'carl@globex.example',
} as const satisfies Record<Role, string>;

/** Creates a record of the CMS and returns its id. */
export type Make = (collection: 'organizations' | 'users', data: object) => Promise<number | string>;

/** Seeds an organization and its people, and returns the id of the editor, who causes the mails. */
export const seedPeople = async (make: Make, password: string): Promise<number | string> => {
  const organization = await make('organizations', { name: 'Globex' });
  const person = (role: Role, belonging: object = {}) =>
    make('users', { email: logins[role], password, role, ...belonging });
  await person('developer');
  await person('technician');
  await person('representative', { organizations: [organization] });
  // Receipts of the seeded tickets would hide the three mails of the demo's table.
  await person('client', { organization, notices: 'replies' });
  return person('editor');
};

/** The secrets of a sign-in's mail. */
interface SignInMail {
  readonly code: string;
  readonly link: string;
}

/** Reads a raw mail; null for one that is no mail of a sign-in. */
export const readSignInMail = (raw: string): SignInMail | null => {
  const text = raw.replaceAll('=\r\n', '');
  const code = /\b\d{4} \d{4}\b/.exec(text)?.[0];
  const link = /https?:\/\/\S+\/sign-in\/spl_[\dA-Za-z]{43}/.exec(text)?.[0];
  return code && link ? { code, link } : null;
};

/** Prints each mail of a sign-in as it arrives. */
export const printSignIn = ({ code, link }: SignInMail): void =>
  console.log(
    `\nSign-in of ${logins.client}: code ${code}\n${link} (in another browser than the one that asked, with the code)`,
  );
