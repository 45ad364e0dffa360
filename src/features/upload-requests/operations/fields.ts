import { z } from 'zod';
import { idField, nameField, timestampField } from '../../../core/http/input/fields.ts';
import { issueOf } from '../../../core/http/input/issues.ts';
import { isTooLong } from '../../../core/shared/text/checkText.ts';
import { isStorable, unstorable } from '../../../core/shared/text/text.ts';
import { say } from '../../../core/texts/say.ts';
import { endField, linkAccesses, messageField, passwordField, recipientFields } from '../../links/feature.ts';
import { isAcceptEntry } from '../files/accept.ts';
import { limits } from '../limits.ts';

const dueField = timestampField.refine((due) => due > new Date(), issueOf(say('links:errors:expiresPast')));
const dueText = 'The moment by which everything is asked for.';

const acceptField = z
  .array(
    z.string('Give text.').refine(isAcceptEntry, issueOf(say('uploadRequests:errors:accept'))),
    'Give a list of types.',
  )
  .max(limits.types, `Give ${limits.types} types at most.`)
  .meta({ examples: [['application/pdf', 'image/*', '.docx']] });
const acceptText =
  'The types of files that are taken: media types, families of them, and endings. Default: all.';

const maxFilesField = z
  .int('Give a whole number.')
  .min(1, 'Give a number from 1 on.')
  .max(limits.files, `Give ${limits.files} at most.`);
const maxFilesText = 'The most files of the request. Default: 500.';

const maxBytesField = z.int('Give a whole number.').min(1, 'Give a number from 1 on.');
const maxBytesText = 'The limit of each file in bytes, below that of the portal.';

const remindersField = z.boolean('Give true or false.');
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
    .array(z.strictObject(recipientFields), 'Give a list of recipients.')
    .max(limits.recipients, `Give ${limits.recipients} recipients at most.`)
    .describe('Each is mailed a link of their own.'),
  items: z
    .array(
      z.strictObject({
        label: nameField,
        required: z.boolean('Give true or false.').optional().describe('Default: true.'),
      }),
      'Give a list of items.',
    )
    .max(limits.items, `Give ${limits.items} items at most.`)
    .optional()
    .describe('The things that are asked for, one by one.'),
  due_at: dueField.optional().describe(dueText),
  expires_at: endField.optional().describe(usualEnd),
  password: passwordField.optional().describe(passwordText),
  access: z
    .enum(linkAccesses, 'Give link, code or account.')
    .optional()
    .describe(
      'The condition of each link: nothing more (default), a code that is mailed to its recipient, or that the recipient is signed in.',
    ),
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
  .refine((fields) => Object.keys(fields).length > 0, 'Give a field to change.')
  .meta({ minProperties: 1 });

/** Characters of a note at most. */
const longestNote = 1_000;

export const judgementInput = z.strictObject({
  state: z
    .enum(['received', 'rejected'], 'Give received or rejected.')
    .describe('A rejected item is open again, and those who had sent it are told.'),
  note: z
    .string('Give text.')
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
