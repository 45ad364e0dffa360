import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../support/api/mcp.ts';
import {
  beatsOf,
  clientWith,
  type Host,
  heardEvents,
  linesOf,
  login,
  password,
  receivedEvents,
  storedFiles,
  tokenOf,
  upload,
} from './host.ts';

/** What an app of any kind does with the portal in it, seen from outside. */
export const describeWork = (host: Host): void => {
  describe(`an app of the kind ${host.kind.name}`, () => {
    it('has begun its work before the first request, and says that no one administers it', async () => {
      await expect
        .poll(() => host.server.output())
        .toMatch(/"level":"warn".*no user resolves to administrator/);
      await expect.poll(() => beatsOf(host.databaseUrl)).toEqual([{ found: true }]);
    });

    it('registers its first user by itself, and others by the rules of its own', async () => {
      const first = { email: 'it@example.com', password, fullName: 'Ida', department: 'it' };
      expect((await host.anonymous.post('/users/first-register', first)).status).toBe(200);
      const administrator = await login(host, 'it@example.com');
      const { body } = await administrator.post('/companies', { title: 'Acme' });
      host.company = String(body.doc.id);
      for (const department of ['press', 'customer']) {
        const data = { email: `${department}@example.com`, password, fullName: department, department };
        const company = department === 'customer' ? { company: body.doc.id } : {};
        expect((await administrator.post('/users', { ...data, ...company })).status).toBe(201);
      }
    });

    it('gives its users the rights that it says', async () => {
      const [administrator, editor, customer] = await Promise.all(
        ['it', 'press', 'customer'].map((name) => login(host, `${name}@example.com`)),
      );
      expect((await administrator?.get('/portal/v1/email-log'))?.status).toBe(200);
      expect((await editor?.get('/portal/v1/email-log'))?.status).toBe(200);
      expect((await editor?.post('/portal/v1/email-log/purge', { all: true }))?.status).toBe(403);
      expect((await customer?.get('/portal/v1/email-log'))?.status).toBe(403);
    });

    it('makes keys, and tells a webhook of what they do', async () => {
      const administrator = await login(host, 'it@example.com');
      const { body: made } = await administrator.post('/portal/v1/api-keys', { name: 'The console’s' });
      host.key = made.key;
      host.staff = clientWith(host, made.key);
      const { body: organizations } = await host.staff.get('/v1/organizations');
      expect(organizations.data).toMatchObject([{ id: host.company, name: 'Acme' }]);
      const webhook = await host.staff.post('/v1/webhooks', { url: host.receiver.url, events: ['*'] });
      expect(webhook.status).toBe(201);
    });

    it('creates a ticket, mails it at once by its own adapter, and hears of it', async () => {
      const administrator = await login(host, 'it@example.com');
      const notifications = { notificationEmail: 'desk@example.com' };
      expect((await administrator.post('/globals/portal-settings', { notifications })).status).toBe(200);
      const subject = 'The VPN is slow';
      const created = await host.staff.post('/v1/tickets', { subject, organization_id: host.company });
      expect(created.status).toBe(201);
      const { id } = created.body;
      const mails = async () =>
        (await host.staff.get(`/portal/v1/email-log?related_type=ticket&related_id=${id}`)).body.data;
      await expect
        .poll(mails)
        .toMatchObject([
          { to: 'desk@example.com', type: 'ticket_created', status: 'sent', transport: 'file-mailer' },
        ]);
      expect(carriedTo(host)).toEqual(['desk@example.com']);
      const told = { event: 'ticket.created', data: { id, subject } };
      await expect.poll(() => receivedEvents(host)).toMatchObject([told]);
      await expect.poll(() => heardEvents(host)).toMatchObject([told]);
      await host.staff.patch(`/v1/tickets/${id}`, { priority: 'high' });
      const changed = { event: 'ticket.updated', data: { id, changes: { priority: { to: 'high' } } } };
      await expect.poll(() => receivedEvents(host)).toMatchObject([told, changed]);
      await expect.poll(() => heardEvents(host)).toMatchObject([told, changed]);
    });

    it('keeps a file until it is deleted, and its bytes no longer', async () => {
      const organization_id = host.company;
      const folder = await host.staff.post('/v1/folders', { name: 'Plans', organization_id });
      const uploaded = await upload(host, folder.body.id, 'plan.txt');
      expect(uploaded.status).toBe(201);
      const { id, download_url } = (await uploaded.json()) as { id: string; download_url: string };
      expect(await (await fetch(download_url)).text()).toBe('bytes');
      expect(storedFiles(host)).toHaveLength(1);
      expect((await host.staff.delete(`/v1/files/${id}`)).status).toBe(204);
      await expect.poll(() => storedFiles(host)).toEqual([]);
      expect((await fetch(download_url)).status).toBe(404);
    });

    it('answers an AI client', async () => {
      const client = await connect(host.app, host.key);
      const { structuredContent } = await client.callTool({
        name: 'query_email_log',
        arguments: { recipient: 'desk@' },
      });
      expect(structuredContent).toMatchObject({ data: [{ to: 'desk@example.com' }] });
    });

    it('shows the portal’s pages in its admin UI', async () => {
      const headers = { Authorization: `JWT ${await tokenOf(host, 'it@example.com')}` };
      for (const path of ['/admin', '/admin/collections/email-log', '/admin/collections/api-keys']) {
        const page = await fetch(`${host.app.url}${path}`, { headers });
        expect(page.status, path).toBe(200);
        // Of a page of 100 kB a failure need not tell more.
        expect((await page.text()).includes('Email log'), path).toBe(true);
      }
    });

    it('has the types of its collections', () => {
      const types = readFileSync(join(host.app.folder, 'payload-types.ts'), 'utf8');
      expect(types).toContain("'email-log': EmailLog");
      expect(types).toContain('product?: string | null');
    });
  });
};

/** To whom the app's own adapter has carried mail. */
const carriedTo = (host: Host): string[] => linesOf<{ to: string }>(host, 'mails.jsonl').map(({ to }) => to);

/** The last test of an app that is served: nothing runs afterwards. */
export const describeStop = (host: Host): void => {
  describe('SIGTERM', () => {
    it('ends the app, which says nothing of an error', async () => {
      await host.server.stop();
      expect(host.server.hasEnded()).toBe(true);
      expect(host.server.output()).not.toMatch(/unhandled|uncaught/i);
    });
  });
};
