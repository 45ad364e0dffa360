import { z } from 'zod';
import { isClient, isSpanningStaff } from '../../../core/access/roles.ts';
import { isId } from '../../../core/database/ids.ts';
import { checkPaging, listOf, pageParameters, respondWithList } from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { notFound } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { findPerson } from '../../people/feature.ts';
import { endSessions } from '../sessions/sessions.ts';
import { sessionListing, sessionRow, toSessionRow } from './sessions.ts';

const path = '/portal/v1/users/{user_id}/client-sessions';

const who = { gate: isSpanningStaff, scope: null, sessions: ['staff'] } as const;

/** The client whom the path names. */
const loadClient = async ({ params, payload, portal, req }: OperationContext): Promise<RecordId> => {
  const id = params.user_id ?? '';
  if (!isId(payload, id, portal.options.slugs.users)) throw notFound();
  const person = await findPerson(req, portal, id);
  if (!person || !isClient(person.principal)) throw notFound();
  return person.principal.id;
};

export const listSessionsOfPerson = defineOperation({
  name: 'list_sessions_of_client',
  summary: 'Lists the sessions of a client, newest first. For staff.',
  method: 'GET',
  path,
  who,
  input: z.strictObject(pageParameters).superRefine((query, context) => checkPaging(query, context)),
  response: { output: listOf(sessionRow), status: 200 },
  load: loadClient,
  run: (query, { payload }, id: RecordId) =>
    respondWithList({ payload, query, toItem: toSessionRow, ...sessionListing(id) }),
});

export const endSessionOfPerson = defineOperation({
  name: 'end_session_of_client',
  summary: 'Ends one session of a client. For staff.',
  method: 'DELETE',
  path: `${path}/{session_id}`,
  who,
  input: z.strictObject({}),
  response: { output: z.null(), status: 204 },
  load: loadClient,
  async run(_input, { params, req }, id: RecordId) {
    if ((await endSessions(req, id, params.session_id ?? '')) === 0) throw notFound();
    return { output: null };
  },
});

export const endSessionsOfPerson = defineOperation({
  name: 'end_sessions_of_client',
  summary: 'Ends all sessions of a client. For staff.',
  method: 'DELETE',
  path,
  who,
  input: z.strictObject({}),
  response: { output: z.null(), status: 204 },
  load: loadClient,
  async run(_input, { req }, id: RecordId) {
    await endSessions(req, id);
    return { output: null };
  },
});
