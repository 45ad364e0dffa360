'use client';

import { Link, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useId, useState } from 'react';
import type { TranslateText } from '../../../../core/texts/text.ts';
import { Question } from '../../../../core/ui/parts/dialog/Dialog.tsx';
import { ActionButton } from '../../../../core/ui/parts/form/FormParts.tsx';
import { type Column, Table } from '../../../../core/ui/parts/list/Table.tsx';
import { RelativeTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { StatusPill } from '../../../../core/ui/parts/words/words.tsx';
import { type Choice, useChoice } from '../../../../core/ui/react/useChoice.ts';
import { usePortalRoute, usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import { callPortal, loggedOut, type PortalResult } from '../../../../core/ui/requests/portalApi.ts';
import { waits } from '../../storage/fate.ts';
import type { InboundOutcome } from '../../vocabulary.ts';
import { AddToTicket } from '../decision/AddToTicket.tsx';
import { SpamQuestion } from '../decision/SpamQuestion.tsx';
import { sendersOf } from '../decision/sendersOf.ts';
import { outcomeTones, outcomeWord, shortReason } from '../describeMail.ts';

/** A message as the list shows it. */
export interface ListedMail {
  readonly id: string;
  readonly from: string | null;
  readonly fromName: string | null;
  readonly subject: string | null;
  readonly outcome: InboundOutcome | null;
  readonly reason: string | null;
  readonly ticketId: string | null;
  readonly authentication: 'pass' | 'none' | 'fail' | null;
  readonly receivedAt: Date;
}

interface InboundTableProps {
  readonly mails: readonly ListedMail[];
  readonly now: Date;
  readonly paths: { readonly mail: string; readonly ticket: string };
}

const slugs = {
  discard: 'portal-discard-mails',
  spam: 'portal-spam-mails',
  addTo: 'portal-add-mails',
};

/** The messages of a page. Messages that wait can be chosen, and decided on together. */
export const InboundTable = ({ mails, now, paths }: InboundTableProps) => {
  const t = usePortalTexts();
  const waiting = mails.filter(waits);
  const choice = useChoice(waiting.map(({ id }) => id));
  return (
    <>
      <Decisions choice={choice} waiting={waiting} />
      <Table
        caption={t('inbound:table:caption')}
        columns={columnsOf({ now, paths, t })}
        rows={mails}
        choice={{
          state: choice,
          all: t('inbound:table:chooseAll'),
          one: (mail) =>
            t('inbound:table:choose', {
              subject: mail.subject ?? t('inbound:noSubject'),
              sender: mail.from ?? t('inbound:table:noOne'),
            }),
        }}
      />
    </>
  );
};

type Decision = 'accept' | 'discard' | 'spam';

/** Decides on messages: one after the other; the first that is refused stops it, and the others stay chosen. */
const useDecision = (mails: readonly ListedMail[], choice: Choice) => {
  const portalRoute = usePortalRoute();
  const router = useRouter();
  return async (path: Decision, body?: object): Promise<PortalResult<unknown>> => {
    for (const { id } of mails) {
      const request = { method: 'POST', path: `/inbound-mails/${id}/${path}` } as const;
      const result = await callPortal(portalRoute, { ...request, ...(body && { body }) });
      if (!result.ok) {
        // The CMS would show its login in place of this page, and of the offer to log in beside it.
        if (result.message !== loggedOut) router.refresh();
        return result;
      }
    }
    choice.clear();
    router.refresh();
    return { ok: true, output: null };
  };
};

interface DecisionsProps {
  readonly choice: Choice;
  /** The messages that can be chosen. */
  readonly waiting: readonly ListedMail[];
}

/**
 * The decisions on the chosen messages. Each says what will happen to how many, and asks. A question stays with the server's refusal
 * when no message waits any more: colleagues may decide on all of them meanwhile.
 */
const Decisions = ({ choice, waiting }: DecisionsProps) => {
  const t = usePortalTexts();
  const { openModal } = useModal();
  const [asked, setAsked] = useState<readonly ListedMail[]>([]);
  const [ticket, setTicket] = useState('');
  const left = asked.filter(({ id }) => choice.chosen.includes(id));
  const mails = left.length === 0 ? asked : left;
  const decide = useDecision(mails, choice);
  const ask = (slug: string) => {
    setAsked(waiting.filter(({ id }) => choice.chosen.includes(id)));
    openModal(slug);
  };
  return (
    <>
      {waiting.length > 0 && (
        <DecisionBar count={choice.chosen.length} ticket={ticket} setTicket={setTicket} ask={ask} />
      )}
      <Question
        slug={slugs.discard}
        title={t('inbound:discard:title', { count: mails.length })}
        label={t('inbound:discard:action')}
        busyLabel={t('inbound:discard:busy')}
        act={() => decide('discard')}
        onDone={() => {}}
      >
        {sendersOf(mails, t)} {t('inbound:discard:warning')}
      </Question>
      <SpamQuestion slug={slugs.spam} mails={mails} act={() => decide('spam')} onDone={() => {}} />
      <AddToTicket
        slug={slugs.addTo}
        wanted={ticket.trim()}
        mails={mails}
        add={(ticket_id) => decide('accept', { ticket_id })}
        onDone={() => setTicket('')}
      />
    </>
  );
};

interface DecisionBarProps {
  /** Number of the chosen messages. */
  readonly count: number;
  /** The ticket as a person has named it. */
  readonly ticket: string;
  setTicket(ticket: string): void;
  ask(slug: string): void;
}

/** The buttons above the list. */
const DecisionBar = ({ count, ticket, setTicket, ask }: DecisionBarProps) => {
  const t = usePortalTexts();
  const ticketField = useId();
  return (
    <div className="portal-inbound__bar">
      <span aria-live="polite">
        {count === 0 ? t('inbound:table:noneChosen') : t('inbound:table:chosen', { number: count })}
      </span>
      <ActionButton
        size="small"
        label={t('inbound:discard:action')}
        isDisabled={count === 0}
        onClick={() => ask(slugs.discard)}
      />
      <ActionButton
        size="small"
        label={t('inbound:block:spam')}
        isDisabled={count === 0}
        onClick={() => ask(slugs.spam)}
      />
      <label htmlFor={ticketField}>{t('inbound:table:ticket')}</label>
      <input
        id={ticketField}
        type="text"
        value={ticket}
        placeholder={t('inbound:table:ticketHint')}
        autoComplete="off"
        onChange={(event) => setTicket(event.target.value)}
      />
      <ActionButton
        isPrimary
        size="small"
        label={t('inbound:actions:putOn')}
        isDisabled={count === 0 || ticket.trim() === ''}
        onClick={() => ask(slugs.addTo)}
      />
    </div>
  );
};

const columnsOf = ({
  now,
  paths,
  t,
}: Pick<InboundTableProps, 'now' | 'paths'> & { readonly t: TranslateText }): Column<ListedMail>[] => [
  {
    heading: t('inbound:table:state'),
    cell: ({ outcome }) => (
      <StatusPill tone={outcome === null ? 'neutral' : outcomeTones[outcome]}>
        {outcomeWord(outcome, t)}
      </StatusPill>
    ),
  },
  {
    heading: t('inbound:table:received'),
    cell: ({ receivedAt }) => <RelativeTime moment={receivedAt} now={now} />,
  },
  {
    heading: t('inbound:table:subject'),
    width: 'main',
    cell: ({ id, outcome, subject, reason }) => (
      <>
        <Link href={`${paths.mail}/${id}`}>{subject || t('inbound:noSubject')}</Link>
        {reason && <span className="portal-inbound__reason">{shortReason(outcome, reason, t)}</span>}
      </>
    ),
  },
  {
    heading: t('inbound:table:from'),
    width: 'cut',
    title: ({ from, fromName }) => [fromName, from].filter(Boolean).join(', ') || undefined,
    cell: ({ from, fromName, authentication }) => (
      <>
        {fromName && <span className="portal-inbound__name">{fromName}</span>}
        {from ?? t('inbound:noSender')}
        {authentication === 'fail' && (
          <span className="portal-table__error">{t('inbound:table:forged')}</span>
        )}
      </>
    ),
  },
  {
    heading: t('inbound:table:ticket'),
    cell: ({ ticketId }) => ticketId && <Link href={`${paths.ticket}/${ticketId}`}>#{ticketId}</Link>,
  },
];
