import { formBuilderPlugin } from '@payloadcms/plugin-form-builder';
import { expect, it } from 'vitest';
import { clientOf } from '../support/api/api.ts';
import { loggedMails, portalWorks } from './portalWorks.ts';
import { startApp } from './startApp.ts';

it.each(['before', 'after'] as const)(
  'logs the mail of a form, by a plugin that runs %s the portal',
  async (place) => {
    const app = await startApp({ [place]: [formBuilderPlugin({ fields: { text: true } })] });
    await portalWorks(app);
    const form = await app.make('forms', {
      title: 'Contact',
      fields: [{ blockType: 'text', name: 'email' }],
      confirmationType: 'redirect',
      redirect: { url: 'https://example.com/thanks' },
      emails: [{ emailTo: '{{email}}', emailFrom: 'forms@example.com', subject: 'We have your message' }],
    });
    const submitted = await clientOf(app, null).post('/form-submissions', {
      form,
      submissionData: [{ field: 'email', value: 'visitor@example.com' }],
    });
    expect(submitted.status).toBe(201);
    expect(await loggedMails(app, 'visitor@example.com')).toMatchObject([
      { subject: 'We have your message', status: 'sent', transport: 'smtp' },
    ]);
  },
);
