import { z } from 'zod';
import { isTeam } from '../../../core/access/roles.ts';
import { buildConditions, containing } from '../../../core/database/listRows.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import { textParameter } from '../../../core/http/input/fields.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { ticketsInReach } from '../../../core/reach/reachSql.ts';

/** Number of tags in an answer. */
const most = 10;

/** Number of tickets whose tags are looked at: those with the latest activity. */
const recent = 10_000;

export const listTags = defineOperation({
  name: 'list_tags',
  summary: 'Lists the tags in use that contain a text, the most frequent first.',
  description: `For the admin UI, which completes tags. At most ${most} tags, of the ${recent} tickets in reach with the latest activity.`,
  method: 'GET',
  path: '/portal/v1/tags',
  who: {
    // For clients tags do not exist.
    gate: isTeam,
    scope: 'tickets:read',
    keys: false,
    sessions: ['staff', 'representative'],
  },
  input: z.strictObject({ search: textParameter.optional().describe('Part of the tag, in any case.') }),
  response: { output: z.strictObject({ data: z.array(z.string()) }), status: 200 },
  async run({ search }, { caller, payload, portal }) {
    const conditions = buildConditions().add("jsonb_typeof(tags) = 'array'");
    const reach = ticketsInReach(conditions, { payload, portal, caller }).sql;
    const pattern = conditions.parameter(containing(search) ?? '%');
    const { rows } = await postgresOf(payload).pool.query<{ tag: string }>(
      `select min(tag) as tag from (
         select tags from ${tableOf(payload, portal.options.slugs.tickets)} ${reach}
         order by updated_at desc limit ${recent}
       ) tickets, jsonb_array_elements_text(tags) tag
       where tag ilike ${pattern} group by lower(tag) order by count(*) desc, lower(tag) limit ${most}`,
      [...conditions.parameters],
    );
    return { output: { data: rows.map(({ tag }) => tag) } };
  },
});
