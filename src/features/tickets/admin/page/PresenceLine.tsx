'use client';

import { useSyncExternalStore } from 'react';
import { usePortalTexts } from '../../../../core/ui/usePortalTexts.ts';
import { type PresentPerson, presentStore, sentenceOn } from './present.ts';

const noOne: readonly PresentPerson[] = [];

/** Who else has the ticket open. The line is always there, so that screen readers tell of its changes. */
export const PresenceLine = () => {
  const t = usePortalTexts();
  const people = useSyncExternalStore(presentStore.subscribe, presentStore.read, () => noOne);
  return (
    <p className="portal-presence" aria-live="polite">
      {sentenceOn(people, t)}
    </p>
  );
};
