import { GRAPHQL_POST } from '@payloadcms/next/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, serverUrl, startPortal, type TestPortal } from '../../support/portal/payload.ts';

const roles = ['administrator', 'editor', 'developer', 'technician', 'representative', 'client'] as const;
const staff: readonly string[] = roles.slice(0, 4);
const password = 'correct horse';

let portal: TestPortal;
let databaseUrl: string;
let route: (request: Request) => Promise<Response>;
const tokens: Record<string, string> = {};

const requestOf = (path: string, body: object, token?: string): Request =>
  new Request(`${serverUrl}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `JWT ${token}` }) },
    body: JSON.stringify(body),
  });

const post = async (path: string, body: object, token?: string) =>
  (await portal.handle(requestOf(path, body, token))).json();

const ask = async (role: string, graphql: string) =>
  (await route(requestOf('/graphql', { query: graphql }, tokens[role]))).json();

beforeAll(async () => {
  portal = await startPortal();
  databaseUrl = portal.databaseUrl;
  route = GRAPHQL_POST(portal.config);
  const first = await post('/users/first-register', { email: 'administrator@example.com', password });
  const { doc: organization } = await post('/organizations', { name: 'Acme' }, first.token);
  for (const role of roles.slice(1)) {
    const belonging = {
      ...(role === 'client' && { organization: organization.id }),
      ...(role === 'representative' && { organizations: [organization.id] }),
    };
    await post('/users', { email: `${role}@example.com`, password, role, ...belonging }, first.token);
  }
  for (const role of roles) {
    tokens[role] = (await post('/users/login', { email: `${role}@example.com`, password })).token;
  }
});

afterAll(() => portal.stop());

describe('GraphQL', () => {
  it.each(roles)('shows %s the email log, its purges and Settings only if they are staff', async (role) => {
    for (const graphql of [
      '{ EmailLogRows { totalDocs } }',
      '{ EmailLogPurges { totalDocs } }',
      '{ PortalSettings { updatedAt } }',
    ]) {
      const { errors } = await ask(role, graphql);
      expect(errors === undefined, graphql).toBe(staff.includes(role));
    }
  });

  it('shows each the people that are theirs', async () => {
    const counts: Record<string, number> = {};
    for (const role of roles) {
      const { data } = await ask(role, '{ Users { totalDocs } }');
      counts[role] = data.Users.totalDocs;
    }
    expect(counts).toEqual({
      administrator: 6,
      editor: 6,
      developer: 6,
      technician: 6,
      representative: 2,
      client: 1,
    });
  });

  it('shows a stranger nothing', async () => {
    for (const name of [
      'Users',
      'Organizations',
      'EmailLogRows',
      'EmailLogPurges',
      'PayloadLockedDocuments',
    ]) {
      expect((await ask('nobody', `{ ${name} { totalDocs } }`)).errors, name).toBeDefined();
    }
  });

  it('keeps clients from the locks of the admin UI', async () => {
    expect((await ask('client', '{ PayloadLockedDocuments { totalDocs } }')).errors).toBeDefined();
  });

  it.each(roles)('does not let %s raise their role', async (role) => {
    const { data } = await ask(role, '{ meUser { user { id } } }');
    await ask(
      role,
      `mutation { updateUser(id: ${data.meUser.user.id}, data: { role: ${role === 'administrator' ? 'editor' : 'administrator'} }) { id } }`,
    );
    const [user] = await query<{ role: string }>(databaseUrl, 'select role from users where email = $1', [
      `${role}@example.com`,
    ]);
    expect(user?.role).toBe(role);
  });

  it('has no way to write the email log', async () => {
    const { data } = await ask('administrator', '{ __schema { mutationType { fields { name } } } }');
    const names = data?.__schema?.mutationType.fields.map(({ name }: { name: string }) => name) ?? [];
    expect(names.filter((name: string) => /EmailLog/.test(name))).toEqual([]);
    const { errors } = await ask('administrator', 'mutation { deleteEmailLogRow(id: 1) { id } }');
    expect(errors).toBeDefined();
  });

  it('answers alike whether the mail of a new password fails or no one has that address', async () => {
    const reset = (email: string) => ask('nobody', `mutation { forgotPasswordUser(email: "${email}") }`);
    const answer = await reset('technician@example.com');
    expect(answer).toEqual({ data: { forgotPasswordUser: true } });
    expect(answer).toEqual(await reset('nobody@example.com'));
    const rows = await query(databaseUrl, 'select "to", status from email_log');
    expect(rows).toEqual([{ to: 'technician@example.com', status: 'failed' }]);
  });

  it('checks what is changed in one go with a request for a new password', async () => {
    const id = `select id from users where email = 'editor@example.com'`;
    const [editor] = await query<{ id: number }>(databaseUrl, id);
    const { errors } = await ask(
      'administrator',
      `mutation {
        forgotPasswordUser(email: "nobody@example.com")
        updateUser(id: ${editor?.id}, data: { role: client }) { id }
      }`,
    );
    expect(errors).toMatchObject([{ extensions: { name: 'ValidationError' } }]);
  });
});
