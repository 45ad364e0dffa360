import { isClient } from '../../../core/access/roles.ts';
import { iso } from '../../../core/database/time.ts';
import { isSameAddress } from '../../../core/shared/addresses/notations.ts';
import { idText, idTextOrNull, type RecordId } from '../../../core/shared/values/ids.ts';
import { type LastMail, lastMailsAbout } from '../../email-log/feature.ts';
import type { LinkAccess } from '../linkKind.ts';
import { type Recipient, recipientsOf } from '../recipients/recipients.ts';
import { showRecipient } from '../recipients/shownRecipient.ts';
import type { Reader } from '../records/storedRecords.ts';

/** The columns that every kind of record has. */
interface LinkedRow {
  readonly id: RecordId;
  readonly title: string;
  readonly message: string | null;
  readonly status: string;
  readonly access: LinkAccess;
  readonly password_hash: string | null;
  readonly organization_id: RecordId | null;
  readonly ticket_id: RecordId | null;
  readonly created_by_id: RecordId | null;
  readonly created_at: Date;
}

/**
 * Records as far as the caller may read them. A client sees no other recipient, and of a record with a password no more than
 * its title.
 */
export const showLinked = async <Row extends LinkedRow>(
  { req, portal, caller }: Reader,
  kind: string,
  rows: readonly Row[],
) => {
  const ids = rows.map(({ id }) => idText(id));
  const recipients = await recipientsOf(req, kind, ids);
  const mails = isClient(caller)
    ? new Map<string, Map<string, LastMail>>()
    : await lastMailsAbout(req, portal.options.slugs, { type: kind, ids });
  const own = isClient(caller) ? String(req.user?.email ?? '') : null;
  return rows.map((row) => {
    const id = idText(row.id);
    const isHidden = own !== null && row.password_hash !== null;
    return {
      row,
      isHidden,
      fields: {
        id,
        title: row.title,
        message: isHidden ? null : row.message,
        status: row.status as Row['status'],
        access: row.access,
        has_password: row.password_hash !== null,
        organization_id: idTextOrNull(row.organization_id),
        ticket_id: idTextOrNull(row.ticket_id),
        created_by: idTextOrNull(row.created_by_id),
        created_at: iso(row.created_at),
      },
      recipients: (recipients.get(id) ?? []).filter(({ email }) => own === null || isSameAddress(email, own)),
      showRecipient: (recipient: Recipient) => showRecipient(recipient, mails.get(id)?.get(recipient.email)),
    };
  });
};
