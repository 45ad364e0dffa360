import { z } from 'zod';
import { idField, nameField } from '../../../core/http/input/fields.ts';
import { accessField, endField, messageField, passwordField, recipientFields } from '../../links/feature.ts';
import { downloadNotices, limits } from '../vocabulary.ts';

const titleField = nameField.describe('The subject, on one line.');
const messageText = 'Plain text.';

const expiresField = endField
  .optional()
  .describe('The end of the links, within 90 days. Default: 14 days after the transfer is sent.');

const passwordText = 'The password of each link; only its hash is kept.';

const maxDownloadsField = z
  .int('Enter a whole number.')
  .min(1, 'Enter a number of at least 1.')
  .max(limits.downloads, `Enter at most ${limits.downloads}.`);
const maxDownloadsText =
  'The maximum number of downloads of each file through each link. Default: any number.';

const notifyField = z
  .enum(downloadNotices, 'Choose first, every or none.')
  .optional()
  .describe(
    'The downloads of which the creator gets a mail: the first of each link (default), every one, or none.',
  );

/** The body of a new transfer. */
export const draftInput = z.strictObject({
  title: titleField,
  message: messageField.optional().describe(messageText),
  expires_at: expiresField,
  password: passwordField.optional().describe(passwordText),
  max_downloads: maxDownloadsField.optional().describe(maxDownloadsText),
  notify: notifyField,
  recipients: z
    .array(z.strictObject(recipientFields), 'Send a list of recipients.')
    .max(limits.recipients, `Send at most ${limits.recipients} recipients.`)
    .optional()
    .describe('The people who get a link of their own. One address twice is one recipient.'),
  organization_id: idField
    .optional()
    .describe(
      'Default: that of the ticket, else that of the files. Not allowed for keys of one organization.',
    ),
  ticket_id: idField.optional().describe('The ticket that the transfer belongs to.'),
  file_ids: z
    .array(idField, 'Send a list of ids.')
    .max(limits.files, `Send at most ${limits.files} files.`)
    .optional()
    .describe('Files that a folder or a ticket has. They stay there, whatever becomes of the transfer.'),
  access: accessField,
  mail_type: z
    .string('Enter text.')
    .regex(/^[a-z][a-z\d_]{0,59}$/, 'Use lower-case letters, digits and _, such as invoice.')
    .optional()
    .describe('The type of the mails to the recipients in the email log. Default: `transfer_ready`.'),
});

/** The body of a change. */
export const changeInput = z
  .strictObject({
    title: titleField.optional(),
    message: messageField.nullable().optional().describe(messageText),
    expires_at: expiresField,
    password: passwordField.nullable().optional().describe(passwordText),
    max_downloads: maxDownloadsField.nullable().optional().describe(maxDownloadsText),
    notify: notifyField,
  })
  .refine((fields) => Object.keys(fields).length > 0, 'Send at least one field to change.')
  .meta({ minProperties: 1 });
