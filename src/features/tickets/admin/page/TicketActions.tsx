'use client';

import { Button, Link, toast, useDocumentInfo, useFormFields } from '@payloadcms/ui';
import { useEffect, useRef, useState } from 'react';
import { ShortcutsHelp } from '../../../../core/ui/parts/dialog/ShortcutsHelp.tsx';
import { ActionButton } from '../../../../core/ui/parts/form/FormParts.tsx';
import { useBusy } from '../../../../core/ui/react/useBusy.ts';
import { usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import { useShortcuts } from '../../../../core/ui/react/useShortcuts.tsx';
import { nextAfter, noteLeaving, recallPlace } from '../list/place.ts';
import { MergeTicket } from './merge/MergeTicket.tsx';
import { useMergedInto, useTicketChange } from './useOpenTicket.ts';

interface TicketActionsProps {
  /** Address of the list. */
  readonly address: string;
  readonly me: string;
  /** The page that shows the ticket as its requester sees it; null if there is none. */
  readonly clientView: string | null;
}

/** The most frequent actions on a ticket: take it, open the next one, go back. */
export const TicketActions = ({ address, me, clientView }: TicketActionsProps) => {
  const t = usePortalTexts();
  const { id } = useDocumentInfo();
  const [back, next] = [useRef<HTMLAnchorElement>(null), useRef<HTMLAnchorElement>(null)];
  const { change, take, catchUp } = useTicketChange();
  const assignee = useFormFields(([fields]) => fields.assignee?.initialValue);
  const isMerged = useMergedInto() !== null;
  const buttons = useRef<HTMLDivElement>(null);
  const [way, setWay] = useState<{ back: string; next: string | null }>({ back: address, next: null });
  useEffect(() => {
    noteLeaving();
    setWay({ back: recallPlace()?.address ?? address, next: nextAfter(String(id)) });
  }, [address, id]);
  const canTake = !isMerged && String(assignee) !== me;

  const takeIt = async () => {
    if (!canTake) return;
    const assignment = { assignee: /^\d+$/.test(me) ? Number(me) : me };
    const problem = await change(assignment, { assignee: assignee ?? null });
    if (problem === null) {
      // The button goes, and the focus would go with it.
      if (buttons.current?.contains(document.activeElement)) buttons.current?.focus();
      take(assignment);
      toast.success(t('tickets:page:actions:isYours'));
    } else toast.error(problem);
    await catchUp();
  };
  const taking = useBusy(takeIt);

  useShortcuts(t('tickets:page:actions:title'), {
    a: { says: t('tickets:page:actions:assignToMe'), act: () => void taking.run() },
    // These keys click links: the CMS asks before it leaves changes that are not saved.
    u: { says: t('tickets:page:actions:back'), act: () => back.current?.click() },
    // The same keys as in the list. Brackets and the like take two more keys on some keyboards.
    j: {
      says: t('tickets:page:actions:nextOfList'),
      act: () => next.current?.click(),
    },
  });

  return (
    <div ref={buttons} tabIndex={-1} className="portal-ticket-head__actions">
      {canTake && (
        <ActionButton size="small" label={t('tickets:page:actions:assignToMe')} onClick={taking.run} />
      )}
      {!isMerged && <MergeTicket address={address} me={me} />}
      {clientView !== null && <SeeAsClient address={clientView} />}
      <Link ref={back} href={way.back}>
        {t('tickets:page:actions:back')}
      </Link>
      {way.next && (
        <Link ref={next} href={way.next}>
          {t('tickets:page:actions:next')}
        </Link>
      )}
      <ShortcutsHelp />
    </div>
  );
};

interface SeeAsClientProps {
  /** The page that shows the ticket as its requester sees it. */
  readonly address: string;
}

/** Opens the client's page of the ticket in another tab. A form of its own does it, because the look is recorded. */
const SeeAsClient = ({ address }: SeeAsClientProps) => {
  const t = usePortalTexts();
  const open = () => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: address, target: '_blank' });
    document.body.append(form);
    form.submit();
    form.remove();
  };
  return (
    <Button size="small" margin={false} buttonStyle="secondary" onClick={open}>
      {t('tickets:page:actions:seeAsClient')}
    </Button>
  );
};
