import type { ClientBase } from 'pg';
import { judgeSecret, readFingerprint, writeFingerprint } from './secretFingerprint.ts';

/** Encrypts anew what one part of the portal keeps, with the given client: all parts in one transaction. */
export type Reencrypt = (rotation: {
  readonly client: ClientBase;
  readonly previous: string;
  readonly current: string;
}) => Promise<void>;

interface Rotation {
  readonly client: ClientBase;
  readonly previous: string;
  readonly current: string;
  readonly parts: readonly Reencrypt[];
}

/** Carries what is stored from the previous secret to the current one. Of several processes one does it. */
export const rotateSecret = async ({ client, previous, current, parts }: Rotation): Promise<void> => {
  if (judgeSecret({ stored: await readFingerprint(client), current, previous }) !== 'rotate') return;
  for (const reencrypt of parts) await reencrypt({ client, previous, current });
  await writeFingerprint(client, current);
  console.log('What was stored under PAYLOAD_SECRET_PREVIOUS is encrypted with PAYLOAD_SECRET now.');
};
