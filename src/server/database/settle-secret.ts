import { generateSecret } from '../secret.ts';
import {
  changedSecret,
  createMeta,
  judgeSecret,
  lostSecret,
  readFingerprint,
  writeFingerprint,
} from './secret-fingerprint.ts';
import { withStartLock } from './start-lock.ts';

interface SecretSettlement {
  readonly url: string;
  readonly dataDirectory: string;
  readonly current: string | null;
  readonly previous: string | null;
  readonly signal: AbortSignal;
}

/**
 * Settles with the database which secret holds, before anything is encrypted with it; generates it where there never
 * was one.
 *
 * @returns whether what is stored must be encrypted anew, once the schema is up to date
 * @throws StartError where the secret is not the one that the database was used with
 */
export const settleSecret = async ({
  url,
  dataDirectory,
  current,
  previous,
  signal,
}: SecretSettlement): Promise<boolean> => {
  await withStartLock(url, signal, createMeta);
  return withStartLock(url, signal, async (client) => {
    const verdict = judgeSecret({ stored: await readFingerprint(client), current, previous });
    if (verdict === 'lost') throw lostSecret();
    if (verdict === 'changed') throw changedSecret();
    if (verdict === 'generate' || verdict === 'record') {
      await writeFingerprint(client, current ?? generateSecret(dataDirectory));
    }
    return verdict === 'rotate';
  });
};
