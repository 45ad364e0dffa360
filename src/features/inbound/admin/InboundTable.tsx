'use client';

import { Button, Link, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useId, useState } from 'react';
import { Question } from '../../../core/ui/Dialog.tsx';
import { ErrorSentence } from '../../../core/ui/Messages.tsx';
import { callPortal, type PortalAnswer, sentenceOf } from '../../../core/ui/portalApi.ts';
import { RelativeTime } from '../../../core/ui/RelativeTime.tsx';
import { StatusPill } from '../../../core/ui/StatusPill.tsx';
import { usePortalTexts } from '../../../core/ui/usePortalTexts.ts';
import { numberOf } from '../../tickets/ui.ts';
import type { InboundOutcome } from '../vocabulary.ts';
import { outcomeTones, outcomeWord, shortReason } from './describeMail.ts';

/** A message as the list shows it. */
export interface ListedMail {
  readonly id: string;
  readonly from: string | null;
  readonly subject: string | null;
  readonly outcome: InboundOutcome | null;
  readonly reason: string | null;
  readonly ticketId: string | null;
  readonly authentication: 'pass' | 'none' | 'fail' | null;
  readonly receivedAt: Date;
}

interface InboundTableProps {
  readonly portalRoute: string;
  readonly mails: readonly ListedMail[];
  readonly now: Date;
  readonly paths: { readonly mail: string; readonly ticket: string };
}

const discardSlug = 'portal-discard-mails';

/** The messages of a page. Those that wait can be chosen, and decided on together. */
export const InboundTable = ({ portalRoute, mails, now, paths }: InboundTableProps) => {
  const t = usePortalTexts();
  const router = useRouter();
  const { openModal } = useModal();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [ticket, setTicket] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const ticketField = useId();
  const waiting = mails.filter(({ outcome }) => outcome === 'held' || outcome === 'failed');
  const ids = waiting.map(({ id }) => id).filter((id) => chosen.has(id));

  const toggle = (some: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const id of some)
      if (isOn) next.add(id);
      else next.delete(id);
    setChosen(next);
  };

  /** One after the other; the first that is refused stops it, and the others stay chosen. */
  const decide = async (path: 'accept' | 'discard', body?: object): Promise<PortalAnswer<unknown>> => {
    for (const id of ids) {
      const request = { method: 'POST', path: `/inbound-mails/${id}/${path}` } as const;
      const answer = await callPortal(portalRoute, { ...request, ...(body && { body }) });
      if (!answer.ok) {
        router.refresh();
        return answer;
      }
    }
    setChosen(new Set());
    router.refresh();
    return { ok: true, output: null };
  };

  const putOnTicket = async () => {
    const answer = await decide('accept', { ticket_id: numberOf(ticket) });
    setProblem(answer.ok ? null : sentenceOf(answer, t));
    if (answer.ok) setTicket('');
  };

  return (
    <>
      {waiting.length > 0 && (
        <div className="portal-inbound__bar">
          <span aria-live="polite">
            {ids.length === 0
              ? t('inbound:table:noneChosen')
              : t('inbound:table:chosen', { number: ids.length })}
          </span>
          <Button
            size="small"
            margin={false}
            buttonStyle="secondary"
            disabled={ids.length === 0}
            onClick={() => openModal(discardSlug)}
          >
            {t('inbound:discard:action')}
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
            disabled={ids.length === 0 || ticket.trim() === ''}
            onClick={() => void putOnTicket()}
          >
            {t('inbound:actions:putOn')}
          </Button>
        </div>
      )}
      {problem && <ErrorSentence>{problem}</ErrorSentence>}
      <div className="portal-table">
        <table>
          <caption className="portal-hidden">{t('inbound:table:caption')}</caption>
          <thead>
            <tr>
              <th scope="col">
                {waiting.length > 0 && (
                  <input
                    type="checkbox"
                    aria-label={t('inbound:table:chooseAll')}
                    checked={ids.length === waiting.length}
                    onChange={(event) =>
                      toggle(
                        waiting.map(({ id }) => id),
                        event.target.checked,
                      )
                    }
                  />
                )}
              </th>
              <th scope="col">{t('inbound:table:state')}</th>
              <th scope="col">{t('inbound:table:received')}</th>
              <th scope="col">{t('inbound:table:subject')}</th>
              <th scope="col">{t('inbound:table:from')}</th>
              <th scope="col">{t('inbound:table:ticket')}</th>
            </tr>
          </thead>
          <tbody>
            {mails.map((mail) => (
              <tr key={mail.id} data-id={mail.id}>
                <td>
                  {waiting.includes(mail) && (
                    <input
                      type="checkbox"
                      aria-label={t('inbound:table:choose', {
                        subject: mail.subject ?? t('inbound:noSubject'),
                        sender: mail.from ?? t('inbound:table:noOne'),
                      })}
                      checked={chosen.has(mail.id)}
                      onChange={(event) => toggle([mail.id], event.target.checked)}
                    />
                  )}
                </td>
                <td>
                  <StatusPill tone={mail.outcome === null ? 'neutral' : outcomeTones[mail.outcome]}>
                    {outcomeWord(mail.outcome, t)}
                  </StatusPill>
                </td>
                <td>
                  <RelativeTime moment={mail.receivedAt} now={now} />
                </td>
                <td className="portal-table__main">
                  <Link href={`${paths.mail}/${mail.id}`}>{mail.subject || t('inbound:noSubject')}</Link>
                  {mail.reason && (
                    <span className="portal-inbound__reason">{shortReason(mail.reason, t)}</span>
                  )}
                </td>
                <td className="portal-table__cut" title={mail.from ?? undefined}>
                  {mail.from ?? t('inbound:noSender')}
                  {mail.authentication === 'fail' && (
                    <span className="portal-table__error">{t('inbound:table:forged')}</span>
                  )}
                </td>
                <td>
                  {mail.ticketId && <Link href={`${paths.ticket}/${mail.ticketId}`}>#{mail.ticketId}</Link>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Question
        slug={discardSlug}
        title={t('inbound:discard:title', { count: ids.length })}
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
