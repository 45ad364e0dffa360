import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import type { PortalContext } from '../../core/context.ts';
import type { SecretRotation } from '../../core/ports/rotation.ts';
import { createOnce, readIfExists } from '../atomicFile.ts';
import { StartError } from '../startError.ts';
import { connector } from './probe.ts';
import { withStartLock } from './startLock.ts';

interface SecretSettlement {
  readonly url: string;
  readonly dataDirectory: string;
  /** `PAYLOAD_SECRET`, if it is set. */
  readonly given: string | null;
  readonly previous: string | null;
  readonly signal: AbortSignal;
}

/**
 * Settles with the database which secret holds, before anything is encrypted with it. Generates one if there never was one.
 *
 * @returns true if stored data must be encrypted again, once the schema is up to date
 * @throws StartError if the secret is not the one that the database was used with
 */
export const settleSecret = async ({
  url,
  dataDirectory,
  given,
  previous,
  signal,
}: SecretSettlement): Promise<boolean> => {
  await withStartLock(url, signal, createMeta);
  return withStartLock(url, signal, async (client) => {
    // Read only now: if two processes start for the first time at the same moment, the second finds the secret that the
    // first has generated.
    const current = given ?? readSecret(dataDirectory);
    const verdict = judgeSecret({ stored: await readFingerprint(client), current, previous });
    if (verdict === 'lost') throw lostSecret();
    if (verdict === 'changed') throw changedSecret();
    if (verdict === 'generate' || verdict === 'record') {
      await writeFingerprint(client, current ?? generateSecret(dataDirectory));
    }
    return verdict === 'rotate';
  });
};

/** Re-encrypts stored data from the previous secret to the current one. Only one of several processes does it. */
export const rotateSecret = async (rotation: SecretRotation, portal: PortalContext): Promise<void> => {
  const { client, previous, current } = rotation;
  if (judgeSecret({ stored: await readFingerprint(client), current, previous }) !== 'rotate') return;
  for (const { reencrypt } of portal.features) await reencrypt?.(rotation, portal);
  await writeFingerprint(client, current);
  console.log('The data stored under PAYLOAD_SECRET_PREVIOUS is encrypted with PAYLOAD_SECRET now.');
};

/** Keyed by the secret itself: the database tells whether a secret is the one, and nothing about it. */
export const fingerprint = (secret: string): string =>
  createHmac('sha256', secret)
    .update('payload-support-portal: fingerprint of PAYLOAD_SECRET, version 1')
    .digest('hex');

interface Secrets {
  /** The fingerprint in the database. */
  readonly stored: string | null;
  readonly current: string | null;
  readonly previous: string | null;
}

/**
 * - `generate`: there never was a secret; generate one and record it
 * - `record`: the database is new, or was used without the portal's server
 * - `keep`: the secret is the right one
 * - `rotate`: data stored under the previous one has to be encrypted again
 * - `lost`, `changed`: stop
 */
type SecretVerdict = 'generate' | 'record' | 'keep' | 'rotate' | 'lost' | 'changed';

export const judgeSecret = ({ stored, current, previous }: Secrets): SecretVerdict => {
  if (stored === null) return current === null ? 'generate' : 'record';
  if (current === null) return 'lost';
  if (fingerprint(current) === stored) return 'keep';
  return previous !== null && fingerprint(previous) === stored ? 'rotate' : 'changed';
};

const loss = 'all logins, signed links and stored credentials of mail providers would be lost';

export const lostSecret = (): StartError =>
  new StartError(
    `PAYLOAD_SECRET is unset and the generated one is gone from the data folder, but this database was used with one: ${loss}; bring the file back, or set PAYLOAD_SECRET to a new one and the lost one, should it turn up, as PAYLOAD_SECRET_PREVIOUS.`,
  );

export const changedSecret = (): StartError =>
  new StartError(
    `PAYLOAD_SECRET is not the one that this database was used with: ${loss}; to keep the stored data, set the former one as PAYLOAD_SECRET_PREVIOUS.`,
  );

const fingerprintKey = 'secret_fingerprint';

const readFingerprint = async (client: ClientBase): Promise<string | null> => {
  const { rows } = await client.query<{ value: string }>(
    'select value from support_portal.meta where key = $1',
    [fingerprintKey],
  );
  return rows[0]?.value ?? null;
};

const writeFingerprint = async (client: ClientBase, secret: string): Promise<void> => {
  await client.query(
    'insert into support_portal.meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [fingerprintKey, fingerprint(secret)],
  );
};

/** Committed before anything else, for others make tables in that schema, too, and would wait for it. */
const createMeta = async (client: ClientBase): Promise<void> => {
  await client.query('create schema if not exists support_portal');
  await client.query(
    'create table if not exists support_portal.meta (key text primary key, value text not null)',
  );
};

/** The fingerprint of a database that some portal may not have set up yet. */
export const storedFingerprint = async (url: string): Promise<string | null> => {
  const client = connector(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('support_portal.meta') is not null as exists",
    );
    return rows[0]?.exists ? await readFingerprint(client) : null;
  } finally {
    await client.end();
  }
};

const secretFile = (dataDirectory: string): string => join(dataDirectory, 'secret');

/** The generated secret of a data folder, or null before the first start. */
export const readSecret = (dataDirectory: string): string | null =>
  readIfExists(secretFile(dataDirectory))?.trim() || null;

/** Generates the secret of a data folder once; processes that start at the same moment agree on one. */
export const generateSecret = (dataDirectory: string): string =>
  createOnce(secretFile(dataDirectory), `${randomBytes(32).toString('base64url')}\n`).trim();
