import { generateSecret, readSecret } from '../secret.ts';
import {
  changedSecret,
  createMeta,
  judgeSecret,
  lostSecret,
  readFingerprint,
  writeFingerprint,
} from './secretFingerprint.ts';
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
 * Settles with the database which secret holds, before anything is encrypted with it. Generates it if there never
 * was one.
 *
 * @returns whether what is stored must be encrypted again, once the schema is up to date
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
    // Only now: of two first starts at the same moment, the second finds what the first has generated.
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
