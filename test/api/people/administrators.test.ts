import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answered, type Client, clientOf } from '../../support/api/api.ts';
import { query, startPortal, stopAfterTest, type TestPortal } from '../../support/portal/payload.ts';

let portals: readonly [TestPortal, TestPortal];

beforeAll(async () => {
  const first = await startPortal({ portal: { workers: 'external' } });
  portals = [first, await startPortal({ portal: { workers: 'external' }, databaseUrl: first.databaseUrl })];
});

afterAll(async () => {
  await Promise.all(portals.map(({ stop }) => stop()));
});

const makeAdministrator = async (email: string): Promise<{ id: number; token: string }> => {
  const [{ payload }] = portals;
  const password = 'a long password';
  const data = { email, password, role: 'administrator' };
  const { id } = await payload.create({ collection: 'users', data, overrideAccess: true });
  const { token } = await payload.login({ collection: 'users', data: { email, password } });
  return { id: Number(id), token: token ?? '' };
};

type End = (by: Client, id: number) => Promise<Answered>;

const demote: End = (by, id) => by.patch(`/users/${id}`, { role: 'editor' });
const remove: End = (by, id) => by.delete(`/users/${id}`);

it.each([
  ['demote each other', demote, demote],
  ['delete each other', remove, remove],
  ['demote and delete each other', demote, remove],
])('of two administrators who %s at once one stays', async (_, endFirst, endSecond) => {
  for (const other of [0, 1, 0, 1, 0, 1] as const) {
    await query(portals[0].databaseUrl, 'delete from users');
    const one = await makeAdministrator('one@example.com');
    const two = await makeAdministrator('two@example.com');
    const by = ({ token }: typeof one, instance: 0 | 1) => clientOf(portals[instance], `JWT ${token}`);
    const answers = await Promise.all([endFirst(by(one, 0), two.id), endSecond(by(two, other), one.id)]);
    const left = await query(portals[0].databaseUrl, "select 1 from users where role = 'administrator'");
    expect(left).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  }
});

it('a new account has no sessions but those of its logins', async () => {
  await query(portals[0].databaseUrl, 'delete from users');
  const { token } = await makeAdministrator('maker@example.com');
  const account = { password: 'a long password', role: 'administrator' };
  for (const sessions of [
    [{ id: 'x' }],
    [{ id: 'x', createdAt: new Date(), expiresAt: '2099-01-01T00:00:00Z' }],
  ]) {
    const email = `sessions-${JSON.stringify(sessions).length}@example.com`;
    const { status } = await clientOf(portals[0], `JWT ${token}`).post('/users', {
      ...account,
      email,
      sessions,
    });
    expect(status).toBe(201);
  }
  const stored = await query(
    portals[0].databaseUrl,
    `select 1 from users_sessions s join users u on u.id = s._parent_id where u.email like 'sessions-%'`,
  );
  expect(stored).toEqual([]);
});

it('an app that knows administrators by something else may leave none by this field', async () => {
  const resolve = ({ user }: { readonly user: object }) =>
    Reflect.get(user, 'email') === 'boss@example.com' ? 'administrator' : 'editor';
  const own = stopAfterTest(await startPortal({ portal: { workers: 'external', roles: { resolve } } }));
  const make = async (email: string, role: string): Promise<number> => {
    const data = { email, role, password: 'a long password' };
    return Number((await own.payload.create({ collection: 'users', data, overrideAccess: true })).id);
  };
  await make('boss@example.com', 'editor');
  const last = await make('last@example.com', 'administrator');
  const data = { email: 'boss@example.com', password: 'a long password' };
  const { token } = await own.payload.login({ collection: 'users', data });
  const { status } = await demote(clientOf(own, `JWT ${token}`), last);
  expect(status).toBe(200);
});
