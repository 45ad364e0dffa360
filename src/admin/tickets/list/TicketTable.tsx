'use client';

import { Link, useListQuery } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, useRef, useState } from 'react';
import type { Priority, Side, Status } from '../../../tickets/vocabulary.ts';
import { StatusPill } from '../../shared/StatusPill.tsx';
import { useShortcuts } from '../../shared/useShortcuts.tsx';
import type { Choice } from '../assignees.ts';
import { toneOf, wordsFor } from '../ticketWords.ts';
import { BulkActions } from './BulkActions.tsx';
import { listParameters } from './listParameters.ts';
import { isReturning, recallPlace, rememberPlace } from './place.ts';

interface Moment {
  readonly iso: string;
  readonly exact: string;
  readonly words: string;
}

/** A ticket as the list shows it. */
export interface ListedTicket {
  readonly id: string;
  readonly subject: string;
  readonly status: Status;
  readonly priority: Priority;
  readonly tags: readonly string[];
  readonly requester: string;
  readonly organization: string;
  /** Null if it is no one's. */
  readonly assignee: string | null;
  readonly waitingFor: Side | null;
  /** Replies of others since the reader last opened it. */
  readonly unread: number;
  readonly updated: Moment;
  readonly created: Moment;
}

interface TicketTableProps {
  readonly tickets: readonly ListedTicket[];
  /** Of the list; a ticket's page is below it. */
  readonly address: string;
  readonly ticketsSlug: string;
  readonly assignees: readonly Choice[];
  readonly me: string;
  /** The view, for screen readers. */
  readonly shows: string;
}

/** The tickets of a page. Several can be changed at once. */
export const TicketTable = ({ tickets, address, ticketsSlug, assignees, me, shows }: TicketTableProps) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = tickets.map(({ id }) => id).filter((id) => chosen.has(id));
  const rows = useRowKeys({ tickets, address, choose: (id) => toggle([id], !chosen.has(id)) });
  usePlace(tickets);

  const toggle = (some: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const id of some)
      if (isOn) next.add(id);
      else next.delete(id);
    setChosen(next);
  };

  return (
    <>
      {ids.length > 0 && (
        <BulkActions
          tickets={tickets.filter(({ id }) => chosen.has(id))}
          ticketsSlug={ticketsSlug}
          assignees={assignees}
          me={me}
          onDone={(changed) => toggle(changed, false)}
        />
      )}
      <div className="portal-table" ref={rows}>
        <table>
          <caption className="portal-hidden">Tickets: {shows}</caption>
          <thead>
            <tr>
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label="Choose all of this page"
                  checked={ids.length === tickets.length}
                  onChange={(event) =>
                    toggle(
                      tickets.map(({ id }) => id),
                      event.target.checked,
                    )
                  }
                />
              </th>
              <th scope="col">Number</th>
              <th scope="col">Subject</th>
              <th scope="col">Requester</th>
              <th scope="col">Status</th>
              <th scope="col">Priority</th>
              <th scope="col">Assignee</th>
              <th scope="col">Last activity</th>
              <th scope="col">Age</th>
            </tr>
          </thead>
          <tbody>
            {tickets.map((ticket) => (
              <Row
                key={ticket.id}
                ticket={ticket}
                address={address}
                isChosen={chosen.has(ticket.id)}
                onChoose={(isOn) => toggle([ticket.id], isOn)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};

interface RowProps {
  readonly ticket: ListedTicket;
  readonly address: string;
  readonly isChosen: boolean;
  onChoose(isOn: boolean): void;
}

const Row = ({ ticket, address, isChosen, onChoose }: RowProps) => (
  <tr data-id={ticket.id} className={ticket.unread > 0 ? 'portal-tickets__row--unread' : undefined}>
    <td>
      <input
        type="checkbox"
        aria-label={`Choose #${ticket.id}`}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
    </td>
    <td className="portal-table__line portal-muted">#{ticket.id}</td>
    <td className="portal-table__main">
      <Link href={`${address}/${ticket.id}`}>{ticket.subject}</Link>
      {ticket.unread > 0 && <span className="portal-tickets__unread">{ticket.unread} new</span>}
      {ticket.tags.map((tag) => (
        <span key={tag} className="portal-tag">
          {tag}
        </span>
      ))}
    </td>
    <td className="portal-table__cut" title={`${ticket.requester}, ${ticket.organization}`}>
      <span>{ticket.requester}</span>
      {ticket.organization && <span className="portal-tickets__under">{ticket.organization}</span>}
    </td>
    <td className="portal-table__line">
      <StatusPill tone={toneOf(ticket.status)}>{wordsFor(ticket.status)}</StatusPill>
      {ticket.waitingFor && (
        <span className="portal-tickets__under">
          {ticket.waitingFor === 'staff' ? 'waits for us' : 'waits for the client'}
        </span>
      )}
    </td>
    <td className={`portal-table__line portal-tickets__priority--${ticket.priority}`}>
      {wordsFor(ticket.priority)}
    </td>
    <td className="portal-table__cut">{ticket.assignee ?? <span className="portal-muted">No one</span>}</td>
    <td>
      <time dateTime={ticket.updated.iso} title={ticket.updated.exact} className="portal-time">
        {ticket.updated.words}
      </time>
    </td>
    <td>
      <time dateTime={ticket.created.iso} title={ticket.created.exact} className="portal-time">
        {ticket.created.words}
      </time>
    </td>
  </tr>
);

/** Notes what the list shows for the pages of its tickets, and comes back to it from them. */
const usePlace = (tickets: readonly ListedTicket[]): void => {
  const { refineListData } = useListQuery();
  const restored = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what the list shows
  useEffect(() => {
    const { pathname, search } = window.location;
    const before = isReturning() && Object.keys(parametersOf(search)).length === 0 ? recallPlace() : null;
    const wanted = parametersOf(before?.address.split('?')[1] ?? '');
    if (Object.keys(wanted).length > 0) {
      restored.current = true;
      // The CMS completes the list's address first.
      setTimeout(() => void refineListData(wanted as never), 0);
    } else if (restored.current) restored.current = false;
    else rememberPlace({ address: `${pathname}${search}`, ids: tickets.map(({ id }) => id) });
  }, [tickets]);
};

const parametersOf = (search: string): Readonly<Record<string, string>> => {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries(
    [...listParameters, 'page'].flatMap((name) => {
      const value = parameters.get(name);
      return value === null || (name === 'page' && value === '1') ? [] : [[name, value]];
    }),
  );
};

interface RowKeys {
  readonly tickets: readonly ListedTicket[];
  readonly address: string;
  choose(id: string): void;
}

/** Moves through the rows by keys. The focus is on the link of the row one is at. */
const useRowKeys = ({ tickets, address, choose }: RowKeys) => {
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
  useShortcuts('Tickets', {
    j: { says: 'Next ticket', act: () => move(1) },
    k: { says: 'Previous ticket', act: () => move(-1) },
    o: {
      says: 'Open the ticket',
      act: () => {
        const id = at() ?? tickets[0]?.id;
        if (id !== undefined) router.push(`${address}/${id}`);
      },
    },
    x: {
      says: 'Choose the ticket',
      act: () => {
        const id = at();
        if (id !== undefined) choose(id);
      },
    },
    '/': {
      says: 'Search',
      act: () => document.querySelector<HTMLInputElement>('[data-portal-search]')?.focus(),
    },
  });
  return table;
};
