'use client';

import { Button, Link, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { type ReactNode, useId, useState } from 'react';
import { Question } from '../../../../core/ui/parts/dialog/Dialog.tsx';
import { Form } from '../../../../core/ui/parts/form/FormParts.tsx';
import { ReasonSentence } from '../../../../core/ui/parts/words/ReasonSentence.tsx';
import { FieldProblem } from '../../../../core/ui/parts/words/words.tsx';
import { useBusy } from '../../../../core/ui/react/useBusy.ts';
import { usePortalRoute, usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import {
  callPortal,
  type PortalResult,
  type Reason,
  reasonOfRejection,
} from '../../../../core/ui/requests/portalApi.ts';
import { AddToTicket } from '../decision/AddToTicket.tsx';

export interface Choice {
  readonly id: string;
  readonly label: string;
}

interface InboundActionsProps {
  readonly id: string;
  readonly from: string | null;
  readonly paths: { readonly list: string; readonly ticket: string };
  /** The next message that waits. */
  readonly next: string | null;
  readonly tickets: readonly Choice[];
  readonly organizations: readonly Choice[];
  /** The sender's. */
  readonly organization: string | null;
  /** The ticket that the subject names, if it is among the choices. */
  readonly named: string | null;
  /** Further actions, with the sender. */
  readonly children: ReactNode;
}

interface Accepted {
  readonly ticket_id: string;
}

const discardSlug = 'portal-discard-mail';
const addSlug = 'portal-add-mail';

/** The actions of staff for a message that waits. */
export const InboundActions = ({ id, paths, next, children, ...choices }: InboundActionsProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const { openModal } = useModal();
  const [problem, setProblem] = useState<Reason | null>(null);

  // The lock of the message keeps a second try from doing it twice.
  const accept = (body: object) =>
    callPortal<Accepted>(portalRoute, {
      method: 'POST',
      path: `/inbound-mails/${id}/accept`,
      body,
      isRepeatable: true,
    });
  const openTicket = ({ ticket_id }: Accepted) => router.push(`${paths.ticket}/${ticket_id}`);
  const { isBusy, run: makeTicket } = useBusy(async (body: object) => {
    const result = await accept(body);
    if (result.ok) return openTicket(result.output);
    setProblem(reasonOfRejection(result));
  });

  return (
    <section aria-label={t('inbound:actions:heading')} className="portal-inbound__actions">
      {problem && <ReasonSentence reason={problem} />}
      <OnTicket
        tickets={choices.tickets}
        named={choices.named}
        from={choices.from}
        add={(ticket_id) => accept({ ticket_id })}
        onDone={openTicket}
      />
      <AsTicket {...choices} isBusy={isBusy} accept={makeTicket} />
      <div className="portal-inbound__form">
        <h2>{t('inbound:actions:neither')}</h2>
        {children}
        <div className="portal-inbound__buttons">
          <Button margin={false} size="medium" buttonStyle="secondary" onClick={() => openModal(discardSlug)}>
            {t('inbound:discard:action')}
          </Button>
          {next !== null && <Link href={`${paths.list}/${next}`}>{t('inbound:actions:next')}</Link>}
        </div>
      </div>
      <Question
        slug={discardSlug}
        title={t('inbound:discard:title', { count: 1 })}
        label={t('inbound:discard:action')}
        busyLabel={t('inbound:discard:busy')}
        act={() =>
          callPortal(portalRoute, {
            method: 'POST',
            path: `/inbound-mails/${id}/discard`,
            isRepeatable: true,
          })
        }
        onDone={() => router.push(next === null ? paths.list : `${paths.list}/${next}`)}
      >
        {t('inbound:discard:warning')}
      </Question>
    </section>
  );
};

interface OnTicketProps extends Pick<InboundActionsProps, 'tickets' | 'named' | 'from'> {
  add(ticketId: string): Promise<PortalResult<Accepted>>;
  onDone(accepted: Accepted): void;
}

const OnTicket = ({ tickets, named, from, add, onDone }: OnTicketProps) => {
  const t = usePortalTexts();
  const { openModal } = useModal();
  const [ticket, setTicket] = useState(tickets.find(({ id }) => id === named)?.label ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useId();
  const list = useId();
  const problemId = useId();
  const wanted = ticketOf(ticket.trim(), tickets);
  const submit = () => {
    setProblem(wanted === null ? t('inbound:actions:ticketProblem') : null);
    if (wanted !== null) openModal(addSlug);
  };
  return (
    <>
      <Form className="portal-inbound__form" onSubmit={submit}>
        <h2>{t('inbound:actions:onTicket')}</h2>
        <label htmlFor={field}>{t('inbound:actions:ticket')}</label>
        <input
          id={field}
          type="text"
          list={list}
          required
          value={ticket}
          placeholder={t('inbound:actions:ticketHint')}
          autoComplete="off"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          onChange={(event) => setTicket(event.target.value)}
        />
        <datalist id={list}>
          {tickets.map(({ id, label }) => (
            <option key={id} value={label} />
          ))}
        </datalist>
        <FieldProblem id={problemId} problem={problem ?? undefined} />
        <div className="portal-inbound__buttons">
          <Button type="submit" margin={false} size="medium">
            {t('inbound:actions:putOn')}
          </Button>
        </div>
      </Form>
      <AddToTicket slug={addSlug} wanted={wanted ?? ''} mails={[{ from }]} add={add} onDone={onDone} />
    </>
  );
};

/**
 * The ticket that is meant: a number alone, or a choice as a whole. A subject may begin with a number, which would name
 * the ticket of another client.
 */
const ticketOf = (text: string, tickets: readonly Choice[]): string | null =>
  tickets.find(({ label }) => label.trim() === text)?.id ?? /^#?(\d+|[\da-f-]{36})$/i.exec(text)?.[1] ?? null;

interface AsTicketProps extends Pick<InboundActionsProps, 'from' | 'organizations' | 'organization'> {
  readonly isBusy: boolean;
  accept(body: object): Promise<void>;
}

const AsTicket = ({ from, organizations, organization, isBusy, accept }: AsTicketProps) => {
  const t = usePortalTexts();
  const [chosen, setChosen] = useState(organization ?? '');
  const [requester, setRequester] = useState(from ?? '');
  const field = useId();
  const address = useId();
  const submit = () => {
    void accept({ organization_id: chosen, requester_email: requester.trim() });
  };
  return (
    <Form className="portal-inbound__form" onSubmit={submit}>
      <h2>{t('inbound:actions:asTicket')}</h2>
      <label htmlFor={field}>{t('inbound:actions:organization')}</label>
      <select id={field} required value={chosen} onChange={(event) => setChosen(event.target.value)}>
        <option value="">{t('inbound:actions:chooseOne')}</option>
        {organizations.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <label htmlFor={address}>{t('inbound:actions:requester')}</label>
      <input
        id={address}
        type="email"
        required
        value={requester}
        autoComplete="off"
        onChange={(event) => setRequester(event.target.value)}
      />
      <div className="portal-inbound__buttons">
        <Button type="submit" margin={false} size="medium" disabled={isBusy}>
          {t('inbound:actions:makeTicket')}
        </Button>
      </div>
    </Form>
  );
};
