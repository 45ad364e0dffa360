import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { visitPages } from '../support/pages/clientPages.ts';
import { signedIn } from '../support/pages/clientSession.ts';
import {
  anyLink,
  mailedSecret,
  mailsTo,
  sendTransfer,
  startTransfers,
  type TransfersWorld,
  visit,
} from '../transfers/transfersWorld.ts';

// The links of transfers stand for all: their locks know nothing of the record behind them.

let world: TransfersWorld;
beforeAll(async () => {
  world = await startTransfers();
});
afterAll(() => world.stop());
afterEach(async () => {
  await world.settled();
  world.smtp.mails.splice(0);
  await world.sql('delete from support_portal.sign_in_limits');
});

const kinds = async (id: string): Promise<string[]> =>
  (await world.staff.get(`/v1/transfers/${id}/activity`)).body.data.map(({ kind }: { kind: string }) => kind);

describe('a link', () => {
  it.each(['spl_short', `spl_${'x'.repeat(43)}`, 'other'])('that is none is 404: %s', async (link) => {
    expect((await visit(world).get(link)).status).toBe(404);
    expect((await visit(world).post(`${link}/downloads`)).status).toBe(404);
  });

  it('with a password shows nothing until it is unlocked; a new password locks it again', async () => {
    const { id, files } = await sendTransfer(world, {
      title: 'Secret title',
      message: 'Secret message',
      password: 'correct horse',
      recipients: [{ email: 'pia@example.com' }],
    });
    const link = await mailedSecret(world, 'pia@example.com');
    await world.settled();
    expect(mailsTo(world, 'pia@example.com').join()).not.toMatch(/Secret/);
    const browser = visit(world);
    const locked = await browser.get(link);
    expect(locked.body).toMatchObject({ locked: 'password', title: null, message: null, files: [] });
    expect(JSON.stringify(locked.body)).not.toContain('Secret');
    expect((await browser.post(`${link}/downloads`, { file_id: files[0] })).status).toBe(403);
    expect((await browser.post(`${link}/unlock`, { password: 'wrong horse' })).status).toBe(422);
    const unlocked = await browser.post(`${link}/unlock`, { password: 'correct horse' });
    expect(unlocked.status).toBe(204);
    expect(unlocked.headers.getSetCookie()[0]).toMatch(
      /^sp-link-.*; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7200$/,
    );
    expect((await browser.get(link)).body).toMatchObject({ locked: null, title: 'Secret title' });
    expect((await visit(world).get(link)).body.locked).toBe('password');
    expect(await kinds(id)).toEqual(['sent', 'refused', 'unlocked', 'opened']);
    await world.staff.patch(`/v1/transfers/${id}`, { password: 'another horse' });
    expect((await browser.get(link)).body.locked).toBe('password');
    await world.staff.patch(`/v1/transfers/${id}`, { password: null });
    expect((await browser.get(link)).body.locked).toBeNull();
    const [stored] = await world.sql<{ password_hash: string | null }>(
      'select password_hash from transfers where id = $1',
      [id],
    );
    expect(stored?.password_hash).toBeNull();
  });

  it('pauses for a network after five wrong passwords, also if they come at once', async () => {
    const { id } = await sendTransfer(world, { password: 'correct horse' });
    const link = await anyLink(world, id);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => visit(world).post(`${link}/unlock`, { password: 'wrong horse' })),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    expect((await visit(world).post(`${link}/unlock`, { password: 'correct horse' })).status).toBe(429);
    const other = await visit(world, '203.0.113.9').post(`${link}/unlock`, { password: 'correct horse' });
    expect(other.status).toBe(204);
  });

  it('is stopped by the twentieth wrong password, and its creator is told', async () => {
    const { id } = await sendTransfer(world, { password: 'correct horse' });
    const link = await anyLink(world, id);
    for (let network = 1; network <= 4; network += 1)
      await Promise.all(
        Array.from({ length: 5 }, () =>
          visit(world, `203.0.${network}.1`).post(`${link}/unlock`, { password: 'wrong horse' }),
        ),
      );
    const answer = await visit(world, '203.0.9.1').post(`${link}/unlock`, { password: 'correct horse' });
    expect(answer).toMatchObject({ status: 410, body: { error: 'link_expired' } });
    await world.settled();
    const told = mailsTo(world, world.people.administrator.email);
    expect(told.filter((mail) => mail.includes('was stopped after 20 wrong passwords'))).toHaveLength(1);
  });

  it('is stopped, and its creator is told, even if the processes that counted the last tries were killed', async () => {
    const { id } = await sendTransfer(world, { password: 'correct horse' });
    const link = await anyLink(world, id);
    expect((await visit(world).post(`${link}/unlock`, { password: 'wrong horse' })).status).toBe(422);
    const counted = (seconds: number) =>
      world.sql(
        `update support_portal.links set wrong = 20, tried_at = now() - $2 * interval '1 second' where record_id = $1`,
        [id, seconds],
      );
    // Their results may still come.
    await counted(5);
    const other = () => visit(world, '203.0.8.1').post(`${link}/unlock`, { password: 'correct horse' });
    expect((await other()).status).toBe(429);
    expect((await visit(world).get(link)).status).toBe(200);
    await counted(120);
    expect(await other()).toMatchObject({ status: 410, body: { error: 'link_expired' } });
    expect((await visit(world).get(link)).status).toBe(410);
    await world.settled();
    const told = mailsTo(world, world.people.administrator.email);
    expect(told.filter((mail) => mail.includes('was stopped after 20 wrong passwords'))).toHaveLength(1);
  });

  it('that asks for a code mails it to its recipient', async () => {
    const { id } = await sendTransfer(world, { access: 'code', recipients: [{ email: 'cleo@example.com' }] });
    expect((await world.staff.post(`/v1/transfers/${id}/links`, {})).status).toBe(409);
    const link = await mailedSecret(world, 'cleo@example.com');
    const browser = visit(world);
    expect((await browser.get(link)).body).toMatchObject({ locked: 'code', title: null });
    expect((await browser.post(`${link}/unlock`, { code: '12345678' })).body).toMatchObject({
      error: 'invalid_code',
    });
    expect(await browser.post(`${link}/code`)).toMatchObject({ status: 202, body: { resend_after: 30 } });
    expect((await browser.post(`${link}/code`)).status).toBe(429);
    const codeIn = () => /\b(\d{4} \d{4})\b/.exec(mailsTo(world, 'cleo@example.com').at(-1) ?? '')?.[1] ?? '';
    await expect.poll(codeIn).not.toBe('');
    const code = codeIn();
    const wrong = (code.startsWith('0') ? '1' : '0') + code.slice(1);
    expect((await browser.post(`${link}/unlock`, { code: wrong })).body).toMatchObject({
      error: 'invalid_code',
      attempts_left: 4,
    });
    expect((await browser.post(`${link}/unlock`, { code: '123' })).status).toBe(422);
    expect((await browser.post(`${link}/unlock`, { code })).status).toBe(204);
    expect((await browser.get(link)).body.locked).toBeNull();
    expect((await visit(world).post(`${link}/unlock`, { code })).status).toBe(422);
    // The button of the page is pressed twice: a code is over once it was right.
    const page = `/support/t/${link}`;
    const again = await visitPages(world, browser.cookies).send(`${page}/unlock`, { code });
    expect([again.status, again.location]).toEqual([303, page]);
  });

  it('whose code no transport takes gives it no more time, and mails another one', async () => {
    await sendTransfer(world, { access: 'code', recipients: [{ email: 'cora@example.com' }] });
    const link = await mailedSecret(world, 'cora@example.com');
    const browser = visit(world);
    const before = mailsTo(world, 'cora@example.com').length;
    await world.settled();
    vi.spyOn(world.payload, 'sendEmail').mockImplementationOnce(async () => {
      await world.sql(`update support_portal.link_codes set sent_at = sent_at - interval '300 seconds'`);
      throw new Error('No transport takes it.');
    });
    expect((await browser.post(`${link}/code`)).status).toBe(202);
    await world.settled();
    const [late] = await world.sql(
      `select 1 from support_portal.link_codes where sent_at < now() - interval '299 seconds'`,
    );
    expect(late).toBeDefined();
    await world.sql('delete from support_portal.sign_in_limits');
    expect((await browser.post(`${link}/code`)).status).toBe(202);
    await world.settled();
    const mailed = mailsTo(world, 'cora@example.com').slice(before);
    const code = /\b(\d{4} \d{4})\b/.exec(mailed.join())?.[1] ?? '';
    expect((await browser.post(`${link}/unlock`, { code })).status).toBe(204);
  });

  it('that asks for a password first sends no code before it, and takes none', async () => {
    await sendTransfer(world, {
      access: 'code',
      password: 'correct horse',
      recipients: [{ email: 'dora@example.com' }],
    });
    const link = await mailedSecret(world, 'dora@example.com');
    const browser = visit(world);
    const refused = { status: 403, body: { error: 'forbidden' } };
    expect(await browser.post(`${link}/code`)).toMatchObject(refused);
    expect(await browser.post(`${link}/unlock`, { code: '12345678' })).toMatchObject(refused);
    expect((await browser.post(`${link}/unlock`, { password: 'correct horse' })).status).toBe(204);
    // The tries are all there.
    expect((await browser.post(`${link}/code`)).status).toBe(202);
    await world.settled();
    expect((await browser.post(`${link}/unlock`, { code: '12345678' })).body.attempts_left).toBe(4);
  });

  it('that asks for an account opens for its recipient, signed in, and for no one else', async () => {
    const { client, organization } = world.people;
    await sendTransfer(world, {
      access: 'account',
      organization_id: String(organization),
      recipients: [{ email: client.email }],
    });
    const link = await mailedSecret(world, client.email);
    expect((await visit(world).get(link)).body).toMatchObject({ locked: 'account', title: null });
    const open = async (id: number) => {
      const { cookies } = await signedIn(world, { id });
      const browser = visit(world);
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      return (await browser.get(link)).body.locked;
    };
    expect(await open(client.id)).toBeNull();
    const [other] = await world.sql<{ id: number }>(
      "select id from users where email = 'stranger@example.com'",
    );
    expect(await open(other?.id ?? 0)).toBe('account');
  });

  it('takes no form of another site', async () => {
    const { id } = await sendTransfer(world, {});
    const link = await anyLink(world, id);
    const post = (headers: Record<string, string>) =>
      world.fetch(`/api/portal/v1/links/${link}/downloads`, { method: 'POST', headers });
    expect((await post({ Origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ Origin: 'null' })).status).toBe(403);
    expect((await post({ Cookie: 'sp-client=x' })).status).toBe(403);
    expect((await post({})).status).toBe(201);
  });
});
