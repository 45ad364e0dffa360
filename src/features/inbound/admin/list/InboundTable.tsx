'use client';

import { Button, Link, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useId, useState } from 'react';
import type { TranslateText } from '../../../../core/texts/text.ts';
import { Question } from '../../../../core/ui/parts/dialog/Dialog.tsx';
import { type Column, Table } from '../../../../core/ui/parts/list/Table.tsx';
import { ReasonSentence } from '../../../../core/ui/parts/words/ReasonSentence.tsx';
import { RelativeTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { StatusPill } from '../../../../core/ui/parts/words/words.tsx';
import { useChoice } from '../../../../core/ui/react/useChoice.ts';
import { usePortalRoute, usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import {
  callPortal,
  loggedOut,
  type PortalResult,
  type Reason,
  reasonOfRejection,
} from '../../../../core/ui/requests/portalApi.ts';
import { numberOf } from '../../../tickets/ui.ts';
import { waits } from '../../storage/fate.ts';
import type { InboundOutcome } from '../../vocabulary.ts';
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

const discardSlug = 'portal-discard-mails';

/** The messages of a page. Messages that wait can be chosen, and decided on together. */
export const InboundTable = ({ mails, now, paths }: InboundTableProps) => {
  const t = usePortalTexts();
  const waiting = mails.filter(waits);
  const choice = useChoice(waiting.map(({ id }) => id));
  const { problem, decide, decideOrTell } = useDecisions(choice);
  return (
    <>
      {waiting.length > 0 && <DecisionBar chosen={choice.chosen.length} decide={decideOrTell} />}
      {problem && <ReasonSentence reason={problem} />}
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
      <Question
        slug={discardSlug}
        title={t('inbound:discard:title', { count: choice.chosen.length })}
        label={t('inbound:discard:action')}
        busyLabel={t('inbound:discard:busy')}
        act={() => decide('discard')}
        onDone={() => {}}
      >
        {t('inbound:discard:warning')}
      </Question>
    </>
  );
};

type Decision = 'accept' | 'discard' | 'spam';

/** Decides on the chosen messages. */
const useDecisions = (choice: ReturnType<typeof useChoice>) => {
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const [problem, setProblem] = useState<Reason | null>(null);

  /** One after the other; the first that is refused stops it, and the others stay chosen. */
  const decide = async (path: Decision, body?: object): Promise<PortalResult<unknown>> => {
    for (const id of choice.chosen) {
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

  /** @returns false if one was refused, of which the page tells */
  const decideOrTell = async (path: Decision, body?: object): Promise<boolean> => {
    const result = await decide(path, body);
    setProblem(result.ok ? null : reasonOfRejection(result));
    return result.ok;
  };
  return { problem, decide, decideOrTell };
};

interface DecisionBarProps {
  /** The number of chosen messages. */
  readonly chosen: number;
  decide(path: Decision, body?: object): Promise<boolean>;
}

/** The decisions on the chosen messages. */
const DecisionBar = ({ chosen, decide }: DecisionBarProps) => {
  const t = usePortalTexts();
  const { openModal } = useModal();
  const [ticket, setTicket] = useState('');
  const ticketField = useId();
  const putOnTicket = async () => {
    if (await decide('accept', { ticket_id: numberOf(ticket) })) setTicket('');
  };
  const secondary = { size: 'small', margin: false, buttonStyle: 'secondary' } as const;
  return (
    <div className="portal-inbound__bar">
      <span aria-live="polite">
        {chosen === 0 ? t('inbound:table:noneChosen') : t('inbound:table:chosen', { number: chosen })}
      </span>
      <Button {...secondary} disabled={chosen === 0} onClick={() => openModal(discardSlug)}>
        {t('inbound:discard:action')}
      </Button>
      <Button {...secondary} disabled={chosen === 0} onClick={() => void decide('spam')}>
        {t('inbound:block:spam')}
      </Button>
      <label htmlFor={ticketField}>{t('inbound:table:ticket')}</label>
      <input
        id={ticketField}
        type="text"
        value={ticket}
        placeholder={t('inbound:table:ticketHint')}
        autoComplete="off"
        onChange={(event) => setTicket(event.target.value)}
      />
      <Button
        size="small"
        margin={false}
        disabled={chosen === 0 || ticket.trim() === ''}
        onClick={() => void putOnTicket()}
      >
        {t('inbound:actions:putOn')}
      </Button>
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
