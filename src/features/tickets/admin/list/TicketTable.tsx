'use client';

import { useListQuery } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useRef } from 'react';
import { Table } from '../../../../core/ui/parts/list/Table.tsx';
import { useChoice } from '../../../../core/ui/react/useChoice.ts';
import { usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import { useShortcuts } from '../../../../core/ui/react/useShortcuts.tsx';
import type { Assignee } from '../assignees.ts';
import { BulkActions } from './bulk/BulkActions.tsx';
import { useChangeMany } from './bulk/useChangeMany.ts';
import { PendingChange, usePendingChange } from './bulk/usePendingChange.tsx';
import { usePlace } from './place.ts';
import {
  type AddedColumn,
  addedColumn,
  type CellContext,
  columnsOf,
  type ListedTicket,
} from './ticketColumns.tsx';
import type { Sort } from './views/ticketViews.ts';

interface TicketTableProps {
  readonly tickets: readonly ListedTicket[];
  readonly now: Date;
  /** The list's address; a ticket's page is below it. */
  readonly address: string;
  readonly assignees: readonly Assignee[];
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
          many={many}
          onAsk={pending.ask}
        />
      )}
    </>
  );
};

interface RowKeys {
  readonly tickets: readonly { readonly id: string }[];
  readonly address: string;
  choose(id: string): void;
}

/** Moves through the rows by keys. The focus is on the link of the current row. */
const useRowKeys = ({ tickets, address, choose }: RowKeys) => {
  const t = usePortalTexts();
  const router = useRouter();
  const table = useRef<HTMLDivElement>(null);
  const links = () => [...(table.current?.querySelectorAll<HTMLAnchorElement>('tbody a') ?? [])];
  const current = () => links().findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  const move = (by: number) => {
    const all = links();
    const place = current();
    all[place < 0 ? 0 : Math.min(Math.max(place + by, 0), all.length - 1)]?.focus();
  };
  const at = () => tickets[current()]?.id;
  useShortcuts(t('collections:tickets:plural'), {
    j: { says: t('tickets:list:shortcuts:next'), act: () => move(1) },
    k: { says: t('tickets:list:shortcuts:previous'), act: () => move(-1) },
    o: {
      says: t('tickets:list:shortcuts:open'),
      act: () => {
        const id = at() ?? tickets[0]?.id;
        if (id !== undefined) router.push(`${address}/${id}`);
      },
    },
    x: {
      says: t('tickets:list:shortcuts:choose'),
      act: () => {
        const id = at();
        if (id !== undefined) choose(id);
      },
    },
    '/': {
      says: t('tickets:list:shortcuts:search'),
      act: () => document.querySelector<HTMLInputElement>('[data-portal-search]')?.focus(),
    },
  });
  return table;
};
