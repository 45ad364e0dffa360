'use client';

import { Link } from '@payloadcms/ui';
import type { TranslateText } from '../../../../core/texts/text.ts';
import { RelativeTime } from '../../../../core/ui/RelativeTime.tsx';
import { StatusPill } from '../../../../core/ui/StatusPill.tsx';
import { type Column, Table } from '../../../../core/ui/Table.tsx';
import { useChoice } from '../../../../core/ui/useChoice.ts';
import { usePortalTexts } from '../../../../core/ui/usePortalTexts.ts';
import type { Priority, Side, Status } from '../../vocabulary.ts';
import type { Assignee } from '../assignees.ts';
import { toneOf } from '../ticketWords.ts';
import { BulkActions } from './BulkActions.tsx';
import { PendingChange } from './PendingChange.tsx';
import { useChangeMany } from './useChangeMany.ts';
import { usePendingChange } from './usePendingChange.ts';
import { usePlace } from './usePlace.ts';
import { useRowKeys } from './useRowKeys.ts';

/** A ticket as the list shows it. */
export interface ListedTicket {
  readonly id: string;
  readonly subject: string;
  readonly status: Status;
  readonly priority: Priority;
  readonly tags: readonly string[];
  readonly requester: string;
  readonly organization: string;
  readonly organizationId: string | null;
  /** Null if it is no one's. */
  readonly assignee: string | null;
  readonly waitingFor: Side | null;
  /** The ticket that it was merged into. */
  readonly mergedInto: string | null;
  /** Replies of others since the reader last opened it. */
  readonly unread: number;
  readonly updatedAt: Date;
  readonly createdAt: Date;
}

interface TicketTableProps {
  readonly tickets: readonly ListedTicket[];
  readonly now: Date;
  /** The list's address; a ticket's page is below it. */
  readonly address: string;
  readonly ticketsSlug: string;
  readonly assignees: readonly Assignee[];
  readonly me: string;
  /** The view, for screen readers. */
  readonly shows: string;
  readonly hasNextPage: boolean;
}

/** The tickets of a page. Several can be changed at once. */
export const TicketTable = ({
  hasNextPage,
  tickets,
  now,
  address,
  ticketsSlug,
  assignees,
  me,
  shows,
}: TicketTableProps) => {
  const t = usePortalTexts();
  const choice = useChoice(tickets.map(({ id }) => id));
  const { chosen } = choice;
  const table = useRowKeys({
    tickets,
    address,
    choose: (id) => choice.set([id], !chosen.includes(id)),
  });
  usePlace({ tickets, hasNextPage });
  const many = useChangeMany(ticketsSlug, (changed) => choice.set(changed, false));
  const pending = usePendingChange();
  const isPending = pending.state?.is === 'waiting' || pending.state?.is === 'applying';

  return (
    <>
      <PendingChange {...pending} />
      {chosen.length > 0 && !isPending && (
        <BulkActions
          tickets={tickets.filter(({ id }) => chosen.includes(id))}
          assignees={assignees}
          me={me}
          many={many}
          onAsk={pending.ask}
        />
      )}
      <div ref={table}>
        <Table
          caption={t('tickets:list:table:caption', { view: shows })}
          columns={columnsOf({ now, address, t })}
          rows={tickets}
          rowClass={({ unread }) => (unread > 0 ? 'portal-tickets__row--unread' : undefined)}
          choice={{
            state: choice,
            all: t('tickets:list:table:chooseAll'),
            one: ({ id }) => t('tickets:list:table:choose', { id }),
          }}
        />
      </div>
    </>
  );
};

interface CellContext {
  readonly now: Date;
  readonly address: string;
  readonly t: TranslateText;
}

const columnsOf = ({ now, address, t }: CellContext): Column<ListedTicket>[] => [
  {
    heading: t('tickets:list:table:number'),
    width: 'line',
    className: () => 'portal-muted',
    cell: ({ id }) => `#${id}`,
  },
  {
    heading: t('collections:tickets:subject'),
    width: 'main',
    cell: ({ id, subject, unread, tags }) => (
      <>
        <Link href={`${address}/${id}`}>{subject}</Link>
        {unread > 0 && (
          <span className="portal-tickets__unread">{t('tickets:list:table:unread', { count: unread })}</span>
        )}
        {tags.map((tag) => (
          <span key={tag} className="portal-tag">
            {tag}
          </span>
        ))}
      </>
    ),
  },
  {
    heading: t('collections:tickets:requester'),
    width: 'cut',
    title: ({ requester, organization }) => `${requester}, ${organization}`,
    cell: ({ requester, organization }) => (
      <>
        <span>{requester}</span>
        <Under>{organization}</Under>
      </>
    ),
  },
  {
    heading: t('collections:tickets:status'),
    width: 'line',
    cell: ({ status, waitingFor, mergedInto }) => (
      <>
        <StatusPill tone={toneOf(status)}>{t(`tickets:status:${status}`)}</StatusPill>
        <Under>{waitingFor && t(`tickets:list:table:waitsFor:${waitingFor}`)}</Under>
        <Under>{mergedInto && t('tickets:merge:inList', { target: mergedInto })}</Under>
      </>
    ),
  },
  {
    heading: t('collections:tickets:priority'),
    width: 'line',
    className: ({ priority }) => `portal-tickets__priority--${priority}`,
    cell: ({ priority }) => t(`tickets:priority:${priority}`),
  },
  {
    heading: t('collections:tickets:assignee'),
    width: 'cut',
    cell: ({ assignee }) => assignee ?? <span className="portal-muted">{t('tickets:person:noOne')}</span>,
  },
  {
    heading: t('tickets:list:table:lastActivity'),
    cell: ({ updatedAt }) => <RelativeTime moment={updatedAt} now={now} />,
  },
  {
    heading: t('tickets:list:table:age'),
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} now={now} />,
  },
];

/** A second line of a cell, if there is one. */
const Under = ({ children }: { readonly children: string | null }) =>
  children && <span className="portal-tickets__under">{children}</span>;
