import { appendFile } from 'node:fs/promises';
import type { EmailAdapter } from 'payload';

/** The app's own way out for mail: a line of JSON each, and no mail to the address nobody. */
export const mailer: EmailAdapter<{ accepted: true }> = () => ({
  name: 'file-mailer',
  defaultFromName: 'Host',
  defaultFromAddress: 'host@example.com',
  sendEmail: async ({ to, subject }) => {
    if (String(to).startsWith('nobody@')) throw new Error('The file mailer knows nobody.');
    await appendFile('mails.jsonl', `${JSON.stringify({ to, subject })}\n`);
    return { accepted: true };
  },
});
