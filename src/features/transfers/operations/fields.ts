import { z } from 'zod';
import { nameField } from '../../../core/http/input/fields.ts';
import { endField, messageField, passwordField } from '../../links/feature.ts';
import { limits } from '../limits.ts';
import { downloadNotices } from '../vocabulary.ts';

/** Fields that a transfer keeps for its whole life. */
export const lastingFields = {
  title: nameField.describe('The subject, on one line.'),
  message: messageField.nullable().optional().describe('Plain text.'),
  expires_at: endField
    .optional()
    .describe('The end of the links, within 90 days. Default: 14 days after the transfer is sent.'),
  password: passwordField.nullable().optional().describe('The password of each link; only its hash is kept.'),
  max_downloads: z
    .int('Give a whole number.')
    .min(1, 'Give a number from 1 on.')
    .max(limits.downloads, `Give ${limits.downloads} at most.`)
    .nullable()
    .optional()
    .describe('The most downloads of each file by each link. Default: any number.'),
  notify: z
    .enum(downloadNotices, 'Give first, every or none.')
    .optional()
    .describe(
      'The downloads of which the creator gets a mail: the first of each link (default), every one, or none.',
    ),
};
