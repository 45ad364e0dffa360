import { runStatement } from '../../../core/database/statement.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { recordActivity } from '../activity.ts';
import type { AtLink } from '../linkKind.ts';

/** Notes the first time that a person, and no program that follows links, has opened a link: by an unlock or a button. */
export const noteOpened = ({ req, portal, link, record }: AtLink): Promise<void> =>
  link.opened_at !== null
    ? Promise.resolve()
    : inTransaction(req, async () => {
        const { rows } = await runStatement(
          req,
          'update support_portal.links set opened_at = now() where id = $1::uuid and opened_at is null returning id',
          [link.id],
        );
        if (rows.length === 0) return;
        await runStatement(
          req,
          'update support_portal.link_recipients set opened_at = coalesce(opened_at, now()) where id = $1::uuid',
          [link.recipient_id],
        );
        await recordActivity(req, portal, {
          kind: 'opened',
          recordType: link.kind,
          recordId: link.record_id,
          organization: record.organization,
          link,
          isByHolder: true,
        });
      });
