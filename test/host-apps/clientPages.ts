import { describe, expect, it } from 'vitest';
import { storeSession } from '../support/pages/clientSession.ts';
import { query } from '../support/portal/payload.ts';
import type { Host } from './host.ts';

/** The client pages in an app, by the files that docs/client-pages.md shows. */
export const describeClientPages = (host: Host): void => {
  describe('the client pages', () => {
    const cookieOf = async (email: string): Promise<string> => {
      const [user] = await query<{ id: number }>(host.databaseUrl, 'select id from users where email = $1', [
        email,
      ]);
      return `sp-client=${await storeSession(host.databaseUrl, user?.id ?? 0)}`;
    };

    const open = (path: string, cookie = '', init: RequestInit = {}) =>
      fetch(`${host.app.url}${path}`, {
        redirect: 'manual',
        ...init,
        headers: { Cookie: cookie, ...init.headers },
      });

    it('ask for a sign-in, with a policy of their own', async () => {
      const response = await open('/support');
      expect(response.status).toBe(401);
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      const action = `${host.kind.basePath}/support/sign-in`;
      expect(await response.text()).toContain(`<form method="post" action="${action}">`);
    });

    it('show a client their tickets, and take a new one from their own origin alone', async () => {
      const cookie = await cookieOf('customer@example.com');
      const send = (origin: string) =>
        open('/support/tickets', cookie, {
          method: 'POST',
          headers: { Origin: origin },
          body: new URLSearchParams({ subject: 'Written on a page' }),
        });
      expect((await send('https://evil.example')).status).toBe(403);
      const made = await send(host.app.origin);
      expect(made.status).toBe(303);
      const location = new URL(made.headers.get('Location') ?? '', host.app.origin);
      expect(location.href).toMatch(`${host.app.url}/support/tickets/`);
      const page = await fetch(location, { headers: { Cookie: cookie } });
      expect(await page.text()).toContain('Written on a page');
      expect(await (await open('/support', cookie)).text()).toContain('Written on a page');
    });

    it('take a file with a reply, and refuse a form that is too large or of another person by its reason', async () => {
      const cookie = await cookieOf('customer@example.com');
      const post = (path: string, body: FormData | URLSearchParams) =>
        open(path, cookie, { method: 'POST', headers: { Origin: host.app.origin }, body });
      const made = await post('/support/tickets', new URLSearchParams({ subject: 'With a file' }));
      const { pathname } = new URL(made.headers.get('Location') ?? '', host.app.origin);
      const ticket = pathname.slice(host.kind.basePath.length);
      const form = new FormData();
      form.set('body', 'It is in the file');
      form.set('files', new File(['bytes'], 'plan.txt', { type: 'text/plain' }));
      expect((await post(`${ticket}/replies`, form)).status).toBe(303);
      expect(await (await open(ticket, cookie)).text()).toContain('plan.txt');
      const tooLarge = new URLSearchParams({ body: 'w'.repeat(1_200_000) });
      expect((await post(`${ticket}/replies`, tooLarge)).status).toBe(413);
      expect((await post(`${ticket}/close`, new URLSearchParams({ author: 'another' }))).status).toBe(409);
    });

    it('are of the same session as a page of the app’s own', async () => {
      const page = await open('/my-tickets', await cookieOf('customer@example.com'));
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('Written on a page');
      expect((await open('/my-tickets')).headers.get('Location')).toContain(
        `${host.kind.basePath}/support/sign-in`,
      );
    });
  });
};
