'use client';

import type { TranslateText } from '../../../core/texts/text.ts';
import { type Column, Table } from '../../../core/ui/parts/list/Table.tsx';
import { RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { StatusPill, type Tone } from '../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import type { LinkRecipient } from './linked.ts';

interface RecipientTableProps {
  readonly recipients: readonly LinkRecipient[];
  /** Further columns of the kind of record. */
  readonly columns?: readonly Column<LinkRecipient>[];
}

/** The recipients of a record, each with the state of their mail and the time of their visit. */
export const RecipientTable = ({ recipients, columns = [] }: RecipientTableProps) => {
  const t = usePortalTexts();
  const now = new Date();
  const time = (moment: string | null) => moment && <RelativeTime moment={new Date(moment)} now={now} />;
  return (
    <Table
      caption={t('links:admin:recipients:title')}
      rows={recipients}
      columns={[
        {
          heading: t('links:admin:recipients:person'),
          width: 'main',
          cell: ({ name, email, delivery }) => (
            <>
              {name ? (
                <>
                  {name} <span className="portal-muted">{email}</span>
                </>
              ) : (
                email
              )}
              {delivery?.detail && (
                <span className="portal-table__error" title={delivery.detail}>
                  {delivery.detail}
                </span>
              )}
            </>
          ),
        },
        {
          heading: t('links:admin:recipients:state'),
          cell: (recipient) => {
            const { tone, words } = describeRecipient(recipient, t);
            return <StatusPill tone={tone}>{words}</StatusPill>;
          },
        },
        { heading: t('links:admin:recipients:mailed'), width: 'line', cell: ({ sent_at }) => time(sent_at) },
        {
          heading: t('links:admin:recipients:opened'),
          width: 'line',
          cell: ({ opened_at }) => time(opened_at),
        },
        ...columns,
      ]}
    />
  );
};

interface Described {
  readonly tone: Tone;
  readonly words: string;
}

/** The last thing known of a recipient: their own acts count more than the state of their mail. */
const describeRecipient = (recipient: LinkRecipient, t: TranslateText): Described => {
  const { delivery, sent_at, opened_at, downloaded_at, received_files = 0 } = recipient;
  if (downloaded_at) return { tone: 'good', words: t('links:admin:recipients:is:downloaded') };
  if (received_files > 0)
    return { tone: 'good', words: t('links:admin:recipients:received', { count: received_files }) };
  if (opened_at) return { tone: 'good', words: t('links:admin:recipients:is:opened') };
  if (delivery?.state === 'bounced') return { tone: 'bad', words: t('links:admin:recipients:is:bounced') };
  if (delivery?.state === 'complained')
    return { tone: 'bad', words: t('links:admin:recipients:is:complained') };
  if (delivery?.state === 'failed') return { tone: 'bad', words: t('links:admin:recipients:is:failed') };
  if (delivery?.state === 'delayed')
    return { tone: 'warning', words: t('links:admin:recipients:is:delayed') };
  if (delivery?.state === 'delivered')
    return { tone: 'neutral', words: t('links:admin:recipients:is:delivered') };
  return {
    tone: 'neutral',
    words: t(sent_at ? 'links:admin:recipients:is:mailed' : 'links:admin:recipients:is:waiting'),
  };
};
