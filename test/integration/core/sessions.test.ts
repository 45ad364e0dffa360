import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';

const password = 'a long password';

let portals: readonly [TestPortal, TestPortal];
let email: string;
let id: number;
let count = 0;

beforeAll(async () => {
  const first = await startPortal({ portal: { workers: 'external' } });
  portals = [first, await startPortal({ databaseUrl: first.databaseUrl, portal: { workers: 'external' } })];
});

afterAll(async () => {
  await Promise.all(portals.map(({ stop }) => stop()));
});

beforeEach(async () => {
  email = `often${++count}@example.com`;
  const user = await portals[0].payload.create({
    collection: 'users',
    data: { email, password, role: 'editor' },
  });
  id = Number(user.id);
});

const login = async (instance = 0, given = password) => {
  const portal = portals[instance] ?? portals[0];
  const response = await portal.fetch('/api/users/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: given }),
  });
  return (await response.json()).token as string | undefined;
};

const call = async (token: string | undefined, path: string, init: RequestInit = {}) =>
  portals[0].fetch(path, { ...init, headers: { ...init.headers, Authorization: `JWT ${token}` } });

const isAlive = async (token: string | undefined) => {
  const { user } = await (await call(token, '/api/users/me')).json();
  return user !== null;
};

describe('sessions', () => {
  it('of logins at the same moment, at two instances, all work', async () => {
    const tokens = await Promise.all([0, 1, 0, 1, 0, 1].map((instance) => login(instance)));
    expect(await Promise.all(tokens.map(isAlive))).toEqual(Array(6).fill(true));
  });

  it('of one account are a hundred: the oldest end', async () => {
    const [oldest, newer] = [await login(), await login()];
    await query(
      portals[0].databaseUrl,
      `insert into users_sessions (_order, _parent_id, id, created_at, expires_at)
       select 10 + number, $1, 'more' || number, now(), now() + interval '1 hour' from generate_series(1, 98) as number`,
      [id],
    );
    const newest = await login(1);
    expect(await Promise.all([oldest, newer, newest].map(isAlive))).toEqual([false, true, true]);
    const sessions = 'select id from users_sessions where _parent_id = $1';
    expect(await query(portals[0].databaseUrl, sessions, [id])).toHaveLength(100);
  });

  /** Holds the account's row while requests begin, which are in its queue one after the other. */
  const inQueue = async (...begin: (() => Promise<unknown>)[]) => {
    const { databaseUrl } = portals[0];
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from users where id = $1 for update', [id]);
    const begun: Promise<unknown>[] = [];
    for (const request of begin) {
      begun.push(request());
      await expect.poll(() => query(databaseUrl, waiting)).toHaveLength(begun.length);
    }
    await holder.query('commit');
    await holder.end();
    return Promise.all(begun);
  };

  const change = (data: object) => () =>
    portals[0].payload.update({ collection: 'users', id, data, overrideAccess: true });

  it('of an account that is deleted during its login are none, and it does not come back', async () => {
    const deletion = () => query(portals[0].databaseUrl, 'delete from users where id = $1', [id]);
    const [, token] = await inQueue(deletion, () => login());
    expect(token).toBeUndefined();
    const accounts = await query(portals[0].databaseUrl, 'select 1 from users where email = $1', [email]);
    expect(accounts).toEqual([]);
  });

  it('of an account that is deleted while its password is looked at are none: 401', async () => {
    const { databaseUrl, fetch, payload } = portals[0];
    const deletion = () => query(databaseUrl, 'delete from users where id = $1', [id]);
    const status = async (given: string) => {
      const body = JSON.stringify({ email, password: given });
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch('/api/users/login', { method: 'POST', headers, body })).status;
    };
    const { updateOne, findOne } = payload.db;
    // The first that a login does after it has looked at a wrong password, and at the right one.
    const wrong = vi.spyOn(payload.db, 'updateOne').mockImplementation(async (args) => {
      await deletion();
      return updateOne(args);
    });
    expect(await status('a wrong password')).toBe(401);
    wrong.mockRestore();
    const again = await payload.create({ collection: 'users', data: { email, password, role: 'editor' } });
    id = Number(again.id);
    const right = vi.spyOn(payload.db, 'findOne').mockImplementation(async (args) => {
      if ('loginAttempts' in Object(args.select)) await deletion();
      return findOne(args) as never;
    });
    onTestFinished(() => right.mockRestore());
    expect(await status(password)).toBe(401);
  });

  it.each([
    ['password', { password: 'another password' }],
    ['address', { email: 'moved@example.com' }],
  ])('of a login that overlaps a change of the %s are none', async (_what, data) => {
    const [, token] = await inQueue(change(data), () => login());
    expect(token).toBeUndefined();
    const sessions = 'select 1 from users_sessions where _parent_id = $1';
    expect(await query(portals[0].databaseUrl, sessions, [id])).toEqual([]);
  });

  it('of a password reset come without what it read before a change of the account', async () => {
    const { databaseUrl, fetch } = portals[0];
    await query(
      databaseUrl,
      `update users set reset_password_token = $2, reset_password_expiration = now() + interval '1 hour' where id = $1`,
      [id, email],
    );
    const reset = () =>
      fetch('/api/users/reset-password', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: email, password: 'battery staple' }),
      });
    const [, response] = await inQueue(change({ role: 'technician' }), reset);
    expect((response as Response).status).toBe(200);
    expect(await query(databaseUrl, 'select role from users where id = $1', [id])).toEqual([
      { role: 'technician' },
    ]);
  });

  it('outlive many wrong passwords at the same moment, which undo no change and lock the account', async () => {
    const { databaseUrl } = portals[0];
    const token = await login();
    await query(databaseUrl, `update users_sessions set created_at = now() - interval '1 minute'`);
    await query(databaseUrl, 'update users set login_attempts = 3 where id = $1', [id]);
    const guess = () => login(0, 'a wrong password');
    await inQueue(change({ role: 'technician' }), guess, guess);
    const stored =
      'select role, login_attempts::int as attempts, lock_until > now() as locked from users where id = $1';
    expect(await query(databaseUrl, stored, [id])).toEqual([
      { role: 'technician', attempts: 5, locked: true },
    ]);
    expect(await isAlive(token)).toBe(true);
  });

  it('outlive a logout and a refresh of another at the same moment', async () => {
    const [leaving, staying] = [await login(), await login()];
    const [, , token] = await Promise.all([
      call(leaving, '/api/users/logout', { method: 'POST' }),
      call(staying, '/api/users/refresh-token', { method: 'POST' }),
      login(1),
    ]);
    expect(await Promise.all([leaving, staying, token].map(isAlive))).toEqual([false, true, true]);
  });

  it('all end by a logout of all', async () => {
    const tokens = [await login(), await login()];
    await call(tokens[0], '/api/users/logout?allSessions=true', { method: 'POST' });
    expect(await Promise.all(tokens.map(isAlive))).toEqual([false, false]);
  });

  it('do not bring back what was changed while someone logged in', async () => {
    const roles = await Promise.all([
      ...Array.from({ length: 6 }, () => login(1)),
      query(portals[0].databaseUrl, `update users set role = 'technician' where id = $1`, [id]),
    ]);
    expect(roles).toHaveLength(7);
    expect(await query(portals[0].databaseUrl, 'select role from users where id = $1', [id])).toEqual([
      { role: 'technician' },
    ]);
  });

  it('are not brought back by a change of the person at the same moment, and neither is what staff change', async () => {
    const changing = await login();
    const rename = (name: string) =>
      call(changing, `/api/users/${id}`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name }),
      });
    for (let round = 0; round < 4; round += 1) {
      const leaving = await login();
      const role = round % 2 === 0 ? 'technician' : 'editor';
      const renames = Array.from({ length: 8 }, (_, at) => rename(`Ann ${at}`));
      await Promise.all([
        ...renames,
        call(leaving, '/api/users/logout', { method: 'POST' }),
        portals[1].payload.update({ collection: 'users', id, data: { role } as never, overrideAccess: true }),
        portals[1].payload.update({
          collection: 'users',
          where: { id: { equals: id } },
          data: { name: 'Many' } as never,
          overrideAccess: true,
        }),
      ]);
      expect(await isAlive(leaving)).toBe(false);
      expect(await query(portals[0].databaseUrl, 'select role from users where id = $1', [id])).toEqual([
        { role },
      ]);
    }
    expect(await isAlive(changing)).toBe(true);
  });

  it('are refused after five wrong passwords at the same moment', async () => {
    await Promise.all(Array.from({ length: 6 }, (_, index) => login(index % 2, 'a wrong one')));
    expect(await login()).toBeUndefined();
  });
});
