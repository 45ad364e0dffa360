import type { Payload } from 'payload';
import { postgresOf } from '../../core/database/pool.ts';
import { tableOf } from '../../core/database/table.ts';
import type { Job, Queue } from '../../core/jobs/jobs.ts';
import type { ResolvedOptions } from '../../core/options/resolve.ts';
import { adminLink } from '../../core/request/publicOrigin.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { appTexts } from '../../core/texts/appTexts.ts';
import { sendTextParts } from '../mail/feature.ts';

/** A mail to a member of staff in whose name an administrator has made a key. */
interface CreatedKey {
  readonly apiKeyId: RecordId;
  readonly makerId: RecordId;
}

/** The lease is as long as that of the notices of tickets (`src/features/tickets/notices/notices.ts`). */
export const createdKeyQueue: Queue<CreatedKey> = { name: 'api-key-notices', leaseSeconds: 50 };

interface NamedKey {
  readonly name: string;
  readonly prefix: string;
  readonly owner: string;
  readonly maker: string | null;
}

/** Tells the owner of a key who created it. If the mail fails, the email log records it. */
export const sendCreatedNotice = async (
  payload: Payload,
  { slugs }: ResolvedOptions,
  job: Job<CreatedKey>,
): Promise<void> => {
  const {
    data: { apiKeyId, makerId },
  } = job;
  const users = tableOf(payload, slugs.users);
  const { rows } = await postgresOf(payload).pool.query<NamedKey>(
    `select k.name, k.prefix, owner.email as owner, (select email from ${users} where id = $2) as maker
     from ${tableOf(payload, slugs.apiKeys)} k join ${users} owner on owner.id = k.owner_id where k.id = $1`,
    [apiKeyId, makerId],
  );
  const [key] = rows;
  if (!key) return;
  const t = await appTexts(payload);
  const { name, prefix, owner, maker } = key;
  const link = adminLink(payload, `/collections/${slugs.apiKeys}`);
  await sendTextParts(
    payload,
    {
      to: owner,
      type: 'api_key_created',
      subject: t('mails:createdKey:subject', { name }),
      paragraphs: [
        t('mails:createdKey:who', { name, prefix, maker: maker ?? '–' }),
        t('mails:createdKey:revoke'),
        link,
      ],
    },
    { relatedTo: { type: 'api_key', id: apiKeyId }, user: makerId, job },
  );
};
