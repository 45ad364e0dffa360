'use client';

import { Button, Link, toast, useDocumentInfo, useFormFields } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, useState } from 'react';
import { ShortcutsHelp } from '../../shared/ShortcutsHelp.tsx';
import { useShortcuts } from '../../shared/useShortcuts.tsx';
import { nextAfter, noteLeaving, recallPlace } from '../list/place.ts';
import { useTicketChange } from './useTicketChange.ts';

interface TicketActionsProps {
  readonly ticketsSlug: string;
  /** Of the list. */
  readonly address: string;
  readonly me: string;
}

/** What one does with a ticket most: takes it, and goes on to the next, or back. */
export const TicketActions = ({ ticketsSlug, address, me }: TicketActionsProps) => {
  const { id } = useDocumentInfo();
  const router = useRouter();
  const { change, take, catchUp } = useTicketChange(ticketsSlug);
  const assignee = useFormFields(([fields]) => fields.assignee?.initialValue);
  const [way, setWay] = useState<{ back: string; next: string | null }>({ back: address, next: null });
  useEffect(() => {
    noteLeaving();
    setWay({ back: recallPlace()?.address ?? address, next: nextAfter(String(id)) });
  }, [address, id]);
  const isMine = String(assignee) === me;

  const takeIt = async () => {
    if (isMine) return;
    const assignment = { assignee: /^\d+$/.test(me) ? Number(me) : me };
    const problem = await change(assignment);
    if (problem !== null) return void toast.error(problem);
    take(assignment);
    toast.success('The ticket is yours now.');
    await catchUp();
  };

  useShortcuts('Ticket', {
    a: { says: 'Assign it to me', act: () => void takeIt() },
    u: { says: 'Back to the list', act: () => router.push(way.back) },
    ']': { says: 'Next ticket of the list', act: () => way.next && router.push(way.next) },
  });

  return (
    <div className="portal-ticket-head__actions">
      {!isMine && (
        <Button size="small" margin={false} buttonStyle="secondary" onClick={() => void takeIt()}>
          Assign it to me
        </Button>
      )}
      <Link href={way.back}>Back to the list</Link>
      {way.next && <Link href={way.next}>Next ticket →</Link>}
      <ShortcutsHelp />
    </div>
  );
};
