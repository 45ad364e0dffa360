import { describe, expect, it } from 'vitest';
import { type Host, linesOf, login } from './host.ts';

/** What the portal leaves to the app that it is in; its adapter of mails is `src/mailer.ts`. */
export const describeOwnParts = (host: Host): void => {
  describe('what the app has of its own', () => {
    it('keeps its gates: its users are its own', async () => {
      const press = await login(host, 'press@example.com');
      const customer = await login(host, 'customer@example.com');
      expect((await press.post('/users', {})).status).toBe(403);
      expect((await customer.get('/users')).body.totalDocs).toBe(3);
      const { body } = await host.staff.get('/v1/users?role=client');
      expect(body.data).toMatchObject([{ organization_id: host.company }]);
    });

    it('has the mail of its plugin logged, carried by its adapter under that name', async () => {
      await host.anonymous.post('/newsletter?to=ann@example.com');
      await host.anonymous.post('/newsletter?to=nobody@example.com');
      expect(linesOf(host, 'mails.jsonl')).toContainEqual({ to: 'ann@example.com', subject: 'News' });
      const { body } = await host.staff.get('/portal/v1/email-log?search=News');
      expect(body.data).toMatchObject([
        {
          to: 'nobody@example.com',
          status: 'failed',
          transport: 'file-mailer',
          error: 'The file mailer knows nobody.',
        },
        { to: 'ann@example.com', status: 'sent', transport: 'file-mailer', error: null },
      ]);
    });

    it('fills the field that it added to the log, and says how long the log is kept', async () => {
      const administrator = await login(host, 'it@example.com');
      const { body } = await administrator.get('/email-log?where[campaign][equals]=spring');
      expect(body.totalDocs).toBe(2);
      expect((await host.staff.get('/portal/v1/email-log/retention')).body.days).toBe(30);
    });

    it('finds collections under the slugs that it chose, with the fields that it added', async () => {
      const administrator = await login(host, 'it@example.com');
      expect((await administrator.get('/shared-folders')).body.totalDocs).toBe(1);
      const { body } = await administrator.get('/tickets');
      expect(body.docs[0]).toHaveProperty('product');
    });
  });
};
