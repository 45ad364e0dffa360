import { z } from 'zod';
import { idField, issueOf, nameField, timestampField } from '../../../core/http/input/fields.ts';
import { isStorable, isTooLong, unstorable } from '../../../core/shared/text/text.ts';
import { say } from '../../../core/texts/say.ts';
import { accessField, endField, messageField, passwordField, recipientFields } from '../../links/feature.ts';
import { isAcceptEntry } from '../files/accept.ts';
import { limits } from '../vocabulary.ts';

const dueField = timestampField.refine((due) => due > new Date(), issueOf(say('links:errors:expiresPast')));
const dueText = 'The time by which everything is due.';

const acceptField = z
  .array(
    z.string('Enter text.').refine(isAcceptEntry, issueOf(say('uploadRequests:errors:accept'))),
    'Send a list of types.',
  )
  .max(limits.types, `Send at most ${limits.types} types.`)
  .meta({ examples: [['application/pdf', 'image/*', '.docx']] });
const acceptText =
  'The accepted types of files: media types, families of them, and file extensions. Default: all.';

const maxFilesField = z
  .int('Enter a whole number.')
  .min(1, 'Enter a number of at least 1.')
  .max(limits.files, `Enter at most ${limits.files}.`);
const maxFilesText = 'The maximum number of files. Default: 500.';

const maxBytesField = z.int('Enter a whole number.').min(1, 'Enter a number of at least 1.');
const maxBytesText = 'The limit of each file in bytes, below that of the portal.';

const remindersField = z.boolean('Send true or false.');
const remindersText =
  'Mails to the recipients 3 days and 1 day before `due_at`, and once after. Default: true.';

const passwordText = 'The password of each link; only its hash is kept. Null removes it.';

const usualEnd = 'The end of the links, within 90 days. Default: 14 days after `due_at`, else after now.';

/** The body of a new request. */
export const requestInput = z.strictObject({
  title: nameField.describe('The purpose of the files, on one line.'),
  message: messageField.optional().describe('Plain text, for the recipients.'),
  organization_id: idField
    .optional()
    .describe('The organization of the folder. Keys and people of one organization may leave it out.'),
  folder_id: idField.describe('The folder into which the files go.'),
  ticket_id: idField.optional().describe('The ticket to which the files are attached.'),
  recipients: z
    .array(z.strictObject(recipientFields), 'Send a list of recipients.')
    .max(limits.recipients, `Send at most ${limits.recipients} recipients.`)
    .describe('Each is mailed a link of their own.'),
  items: z
    .array(
      z.strictObject({
        label: nameField,
        required: z.boolean('Send true or false.').optional().describe('Default: true.'),
      }),
      'Send a list of items.',
    )
    .max(limits.items, `Send at most ${limits.items} items.`)
    .optional()
    .describe('The things that are asked for, one by one.'),
  due_at: dueField.optional().describe(dueText),
  expires_at: endField.optional().describe(usualEnd),
  password: passwordField.optional().describe(passwordText),
  access: accessField,
  accept: acceptField.optional().describe(acceptText),
  max_files: maxFilesField.optional().describe(maxFilesText),
  max_bytes: maxBytesField.optional().describe(maxBytesText),
  reminders: remindersField.optional().describe(remindersText),
});

/** The body of a change. */
export const changeInput = z
  .strictObject({
    title: nameField.optional(),
    message: messageField.nullable().optional().describe('Plain text, for the recipients.'),
    due_at: dueField.nullable().optional().describe(dueText),
    expires_at: endField.optional().describe('A later one opens a request that has expired again.'),
    password: passwordField.nullable().optional().describe(passwordText),
    accept: acceptField.optional().describe(acceptText),
    max_files: maxFilesField.nullable().optional().describe(maxFilesText),
    max_bytes: maxBytesField.nullable().optional().describe(maxBytesText),
    reminders: remindersField.optional().describe(remindersText),
  })
  .refine((fields) => Object.keys(fields).length > 0, 'Send at least one field to change.')
  .meta({ minProperties: 1 });

/** Characters of a note at most. */
const longestNote = 1_000;

export const judgementInput = z.strictObject({
  state: z
    .enum(['received', 'rejected'], 'Choose received or rejected.')
    .describe('A rejected item is open again, and those who had sent it are told.'),
  note: z
    .string('Enter text.')
    .refine(
      (text) => !isTooLong(text, longestNote),
      issueOf(say('errors:text:tooLong', { most: longestNote })),
    )
    .refine(isStorable, issueOf(unstorable))
    .meta({ maxLength: longestNote })
    .nullable()
    .optional()
    .describe('The recipient reads that of a rejected item.'),
});
