'use client';

import { useDocumentInfo, useFormFields } from '@payloadcms/ui';
import { useSyncExternalStore } from 'react';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { type PresentPerson, presentStore, sentenceOn } from './present.ts';
import '../../tickets.css';

/** In the bar that stays in sight: the ticket, and who else has it open. Nothing for a new ticket. */
export const TicketBar = () => {
  const { id } = useDocumentInfo();
  const subject = useFormFields(([fields]) => fields.subject?.initialValue);
  if (id === undefined) return null;
  return (
    <div className="portal-ticket-bar">
      {/* The page's heading says the same. */}
      <p aria-hidden="true" title={String(subject ?? '')}>
        <strong>#{id}</strong> {String(subject ?? '')}
      </p>
      <PresenceLine />
    </div>
  );
};

const noOne: readonly PresentPerson[] = [];

/** The other people who have the ticket open. The line is always there, so that screen readers announce its changes. */
const PresenceLine = () => {
  const t = usePortalTexts();
  const people = useSyncExternalStore(presentStore.subscribe, presentStore.read, () => noOne);
  return (
    <p className="portal-presence" aria-live="polite">
      {sentenceOn(people, t)}
    </p>
  );
};
