'use client';

import { useSyncExternalStore } from 'react';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { type PresentPerson, presentStore, sentenceOn } from './present.ts';

const noOne: readonly PresentPerson[] = [];

/** The other people who have the ticket open. The line is always there, so that screen readers announce its changes. */
export const PresenceLine = () => {
  const t = usePortalTexts();
  const people = useSyncExternalStore(presentStore.subscribe, presentStore.read, () => noOne);
  return (
    <p className="portal-presence" aria-live="polite">
      {sentenceOn(people, t)}
    </p>
  );
};
