import { z } from 'zod';
import { iso } from '../../../core/database/time.ts';
import { byCreation } from '../../../core/http/input/list.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { type ClientSession, sessionsOf } from '../sessions/sessions.ts';

/** A session in the lists of its client and of staff. */
export const sessionRow = z.strictObject({
  id: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime().describe('Written at most once a minute.'),
  browser: z.string().meta({ examples: ['Firefox on Windows'] }),
});

export const toSessionRow = ({
  id,
  created_at,
  last_seen_at,
  browser,
}: ClientSession): z.input<typeof sessionRow> => ({
  id,
  created_at: iso(created_at),
  last_seen_at: iso(last_seen_at),
  browser,
});

/** The parts of a list of a client's sessions, newest first. */
export const sessionListing = (userId: RecordId) => ({
  listing: sessionsOf(userId),
  positionOf: ({ created_at, id }: ClientSession) => ({ order: byCreation.name, value: iso(created_at), id }),
});
