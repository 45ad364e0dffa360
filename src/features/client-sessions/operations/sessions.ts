import { z } from 'zod';
import { iso } from '../../../core/database/time.ts';
import {
  byCreation,
  checkPaging,
  listOf,
  pageParameters,
  respondWithList,
} from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { notFound } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { clearCookie } from '../cookies.ts';
import { clientPrefix, sessionOf } from '../sessions/credential.ts';
import { type ClientSession, endSessions, sessionsOf } from '../sessions/sessions.ts';
import { clientSessionState, onlyClients, showSession } from './session.ts';

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

const none = z.strictObject({});

export const getSession = defineOperation({
  name: 'get_client_session',
  summary: 'Reads the session of a client, and who they are.',
  method: 'GET',
  path: `${clientPrefix}/session`,
  who: onlyClients,
  input: none,
  response: { output: clientSessionState, status: 200 },
  async run(_input, { portal, req }) {
    const { user } = req;
    if (!user) throw notFound();
    return { output: await showSession(req, portal, { user, session: sessionOf(user) }) };
  },
});

export const endSession = defineOperation({
  name: 'end_client_session',
  summary: 'Signs out: ends this session.',
  method: 'DELETE',
  path: `${clientPrefix}/session`,
  who: onlyClients,
  input: none,
  response: { output: z.null(), status: 204, headers: ['Set-Cookie'] },
  async run(_input, { caller, req }) {
    const session = sessionOf(req.user);
    if (session) await endSessions(req, caller.id, session.id);
    return { output: null, cookies: [clearCookie(req, 'client')] };
  },
});

const ownSessionRow = sessionRow.extend({
  current: z.boolean().describe('True for the session of this request.'),
});

export const listSessions = defineOperation({
  name: 'list_client_sessions',
  summary: 'Lists the client’s sessions, newest first.',
  method: 'GET',
  path: `${clientPrefix}/sessions`,
  who: onlyClients,
  input: z.strictObject(pageParameters).superRefine((query, context) => checkPaging(query, context)),
  response: { output: listOf(ownSessionRow), status: 200 },
  run: (query, { caller, payload, req }) =>
    respondWithList<ClientSession, z.input<typeof ownSessionRow>>({
      payload,
      query,
      ...sessionListing(caller.id),
      toItem: (session) => ({ ...toSessionRow(session), current: session.id === sessionOf(req.user)?.id }),
    }),
});

export const endOneSession = defineOperation({
  name: 'end_client_session_by_id',
  summary: 'Ends one of the client’s sessions.',
  method: 'DELETE',
  path: `${clientPrefix}/sessions/{session_id}`,
  who: onlyClients,
  input: none,
  response: { output: z.null(), status: 204 },
  async run(_input, { caller, params, req }) {
    const ended = await endSessions(req, caller.id, params.session_id ?? '');
    if (ended === 0) throw notFound();
    return { output: null };
  },
});

export const endAllSessions = defineOperation({
  name: 'end_client_sessions',
  summary: 'Signs out everywhere: ends all of the client’s sessions.',
  method: 'DELETE',
  path: `${clientPrefix}/sessions`,
  who: onlyClients,
  input: none,
  response: { output: z.null(), status: 204, headers: ['Set-Cookie'] },
  async run(_input, { caller, req }) {
    await endSessions(req, caller.id);
    return { output: null, cookies: [clearCookie(req, 'client')] };
  },
});
