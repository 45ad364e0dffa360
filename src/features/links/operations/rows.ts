import { z } from 'zod';
import { iso, isoOrNull } from '../../../core/database/time.ts';
import type { CursorOrder } from '../../../core/http/input/list.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { isMoment } from '../../../core/shared/values/paging.ts';
import { type ActivityRow, activityKinds } from '../activity.ts';
import type { StoredLink } from '../storedLinks.ts';

/** The order of a list of activities. */
export const byTime: CursorOrder = { name: 'at', isValue: isMoment };

export const linkActivity = z
  .strictObject({
    id: z.string(),
    at: z.iso.datetime(),
    kind: z.enum(activityKinds),
    link_id: z.string().nullable(),
    recipient_id: z.string().nullable(),
    file_id: z
      .string()
      .nullable()
      .describe('Null for a download of all files as a zip, and for what is about none.'),
    bytes: z.int().nullable(),
    network: z
      .string()
      .nullable()
      .meta({ examples: ['198.51.100.0/24'] }),
    browser: z
      .string()
      .nullable()
      .meta({ examples: ['Firefox on Windows'] }),
  })
  .meta({ id: 'LinkActivity' });

export const showActivity = (row: ActivityRow): z.input<typeof linkActivity> => ({
  ...row,
  id: idText(row.id),
  at: iso(row.at),
  bytes: row.bytes === null ? null : Number(row.bytes),
});

export const recordLink = z
  .strictObject({
    id: z.string(),
    recipient_id: z.string().nullable().describe('Null for a link without a recipient.'),
    label: z.string().nullable(),
    created_at: z.iso.datetime(),
    opened_at: z.iso.datetime().nullable(),
    stopped_at: z.iso.datetime().nullable().describe('The time at which wrong passwords stopped it.'),
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RecordLink' });

export const recordLinkColumns = 'id, recipient_id, label, created_at, opened_at, stopped_at, revoked_at';

export const showLink = (row: StoredLink): z.input<typeof recordLink> => ({
  id: row.id,
  recipient_id: row.recipient_id,
  label: row.label,
  created_at: iso(row.created_at),
  opened_at: isoOrNull(row.opened_at),
  stopped_at: isoOrNull(row.stopped_at),
  revoked_at: isoOrNull(row.revoked_at),
});
