'use client';

import { Link } from '@payloadcms/ui';
import { useState } from 'react';
import type { TranslateText } from '../../../../core/texts/text.ts';
import { RelativeTime } from '../../../../core/ui/RelativeTime.tsx';
import { StatusPill } from '../../../../core/ui/StatusPill.tsx';
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = tickets.map(({ id }) => id).filter((id) => chosen.has(id));
  const rows = useRowKeys({ tickets, address, choose: (id) => toggle([id], !chosen.has(id)) });
  usePlace({ tickets, hasNextPage });

  const toggle = (some: readonly string[], isOn: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of some)
        if (isOn) next.add(id);
        else next.delete(id);
      return next;
    });
  const many = useChangeMany(ticketsSlug, (changed) => toggle(changed, false));
  const pending = usePendingChange();
  const isPending = pending.state?.is === 'waiting' || pending.state?.is === 'applying';

  return (
    <>
      <PendingChange {...pending} />
      {ids.length > 0 && !isPending && (
        <BulkActions
          tickets={tickets.filter(({ id }) => chosen.has(id))}
          assignees={assignees}
          me={me}
          many={many}
          onAsk={pending.ask}
        />
      )}
      <div className="portal-table" ref={rows}>
        <table>
          <caption className="portal-hidden">{t('tickets:list:table:caption', { view: shows })}</caption>
          <thead>
            <tr>
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label={t('tickets:list:table:chooseAll')}
                  checked={ids.length === tickets.length}
                  onChange={(event) =>
                    toggle(
                      tickets.map(({ id }) => id),
                      event.target.checked,
                    )
                  }
                />
              </th>
              <th scope="col">{t('tickets:list:table:number')}</th>
              <th scope="col">{t('collections:tickets:subject')}</th>
              <th scope="col">{t('collections:tickets:requester')}</th>
              <th scope="col">{t('collections:tickets:status')}</th>
              <th scope="col">{t('collections:tickets:priority')}</th>
              <th scope="col">{t('collections:tickets:assignee')}</th>
              <th scope="col">{t('tickets:list:table:lastActivity')}</th>
              <th scope="col">{t('tickets:list:table:age')}</th>
            </tr>
          </thead>
          <tbody>
            {tickets.map((ticket) => (
              <Row
                key={ticket.id}
                ticket={ticket}
                now={now}
                address={address}
                isChosen={chosen.has(ticket.id)}
                onChoose={(isOn) => toggle([ticket.id], isOn)}
                t={t}
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
  readonly now: Date;
  readonly address: string;
  readonly isChosen: boolean;
  onChoose(isOn: boolean): void;
  readonly t: TranslateText;
}

const Row = ({ ticket, now, address, isChosen, onChoose, t }: RowProps) => (
  <tr data-id={ticket.id} className={ticket.unread > 0 ? 'portal-tickets__row--unread' : undefined}>
    <td>
      <input
        type="checkbox"
        aria-label={t('tickets:list:table:choose', { id: ticket.id })}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
    </td>
    <td className="portal-table__line portal-muted">#{ticket.id}</td>
    <td className="portal-table__main">
      <Link href={`${address}/${ticket.id}`}>{ticket.subject}</Link>
      {ticket.unread > 0 && (
        <span className="portal-tickets__unread">
          {t('tickets:list:table:unread', { count: ticket.unread })}
        </span>
      )}
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
      <StatusPill tone={toneOf(ticket.status)}>{t(`tickets:status:${ticket.status}`)}</StatusPill>
      {ticket.waitingFor && (
        <span className="portal-tickets__under">{t(`tickets:list:table:waitsFor:${ticket.waitingFor}`)}</span>
      )}
      {ticket.mergedInto && (
        <span className="portal-tickets__under">
          {t('tickets:merge:inList', { target: ticket.mergedInto })}
        </span>
      )}
    </td>
    <td className={`portal-table__line portal-tickets__priority--${ticket.priority}`}>
      {t(`tickets:priority:${ticket.priority}`)}
    </td>
    <td className="portal-table__cut">
      {ticket.assignee ?? <span className="portal-muted">{t('tickets:person:noOne')}</span>}
    </td>
    <td>
      <RelativeTime moment={ticket.updatedAt} now={now} />
    </td>
    <td>
      <RelativeTime moment={ticket.createdAt} now={now} />
    </td>
  </tr>
);
