import { createHash, randomUUID } from 'node:crypto';
import { preparePortalSchema } from '../../../src/core/database/prepareSchema.ts';
import { fingerprintSql } from '../../../src/features/people/fingerprint.ts';
import { query, type TestPortal } from '../portal/payload.ts';
import { type ClientBrowser, openBrowser } from './clientBrowser.ts';

/** A browser in which a person is signed in, without a mail. */
export const signedIn = async (
  portal: Pick<TestPortal, 'databaseUrl' | 'fetch' | 'payload'>,
  { id }: { readonly id: number },
): Promise<ClientBrowser> => {
  await preparePortalSchema(portal.payload);
  const token = await storeSession(portal.databaseUrl, id);
  return openBrowser(portal, '192.0.2.1', new Map([['sp-client', token]]));
};

/** Stores a session of a user, and returns its secret. */
export const storeSession = async (databaseUrl: string, id: number): Promise<string> => {
  const token = randomUUID();
  await query(
    databaseUrl,
    `insert into support_portal.client_sessions (token_hash, user_id, bound_to, browser, idle_seconds, ends_at)
     select $1, u.id::text, ${fingerprintSql('u')}, 'Firefox on Windows', 43200, now() + interval '12 hours'
     from users u where u.id = $2`,
    [createHash('sha256').update(token).digest('hex'), id],
  );
  return token;
};
