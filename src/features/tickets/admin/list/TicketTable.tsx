'use client';

import { useListQuery } from '@payloadcms/ui';
import { Table } from '../../../../core/ui/parts/list/Table.tsx';
import { useChoice } from '../../../../core/ui/react/useChoice.ts';
import { usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import type { Assignee } from '../assignees.ts';
import { BulkActions } from './bulk/BulkActions.tsx';
import { PendingChange } from './bulk/PendingChange.tsx';
import { useChangeMany } from './bulk/useChangeMany.ts';
import { usePendingChange } from './bulk/usePendingChange.ts';
import {
  type AddedColumn,
  addedColumn,
  type CellContext,
  columnsOf,
  type ListedTicket,
} from './ticketColumns.tsx';
import { usePlace } from './usePlace.ts';
import { useRowKeys } from './useRowKeys.ts';
import type { Sort } from './views/ticketViews.ts';

interface TicketTableProps {
  readonly tickets: readonly ListedTicket[];
  readonly now: Date;
  /** The list's address; a ticket's page is below it. */
  readonly address: string;
  readonly assignees: readonly Assignee[];
  readonly me: string;
  /** The view, for screen readers. */
  readonly shows: string;
  readonly hasNextPage: boolean;
  readonly sort: Sort;
  /** The words that a search looks for. */
  readonly search: string | undefined;
  /** The columns of fields that the app has added. */
  readonly added: readonly AddedColumn[];
}

/** The tickets of a page. Several can be changed at once. */
export const TicketTable = ({
  hasNextPage,
  tickets,
  now,
  address,
  assignees,
  me,
  shows,
  sort,
  search,
  added,
}: TicketTableProps) => {
  const t = usePortalTexts();
  const { refineListData } = useListQuery();
  const sortBy = (order: Sort) => void refineListData({ order, page: 1 } as never);
  const choice = useChoice(tickets.map(({ id }) => id));
  const { chosen } = choice;
  const table = useRowKeys({
    tickets,
    address,
    choose: (id) => choice.set([id], !chosen.includes(id)),
  });
  usePlace({ tickets, hasNextPage });
  const many = useChangeMany((changed) => choice.set(changed, false));
  const pending = usePendingChange();
  const context: CellContext = { now, address, t, sort, sortBy, search };
  const isPending = pending.state?.is === 'waiting' || pending.state?.is === 'applying';

  return (
    <>
      <div ref={table}>
        <Table
          caption={t('tickets:list:table:caption', { view: shows })}
          columns={[...columnsOf(context), ...added.map((column) => addedColumn(column, context))]}
          rows={tickets}
          rowClass={({ unread }) => (unread > 0 ? 'portal-tickets__row--unread' : undefined)}
          choice={{
            state: choice,
            all: t('tickets:list:table:chooseAll'),
            one: ({ id }) => t('tickets:list:table:choose', { id }),
          }}
        />
      </div>
      {/* Below the table, so that a choice moves no row. */}
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
    </>
  );
};
