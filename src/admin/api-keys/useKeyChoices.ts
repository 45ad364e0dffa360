import { useEffect, useState } from 'react';
import type { Scope } from '../../access/scopes.ts';
import { callPortal, type PortalAnswer } from '../shared/portalApi.ts';

/** What a key of one owner may be given. */
export interface KeyChoices {
  readonly owner_id: string;
  readonly spans: boolean;
  readonly organization_ids: readonly string[];
  readonly scopes: readonly Scope[];
}

/** Asks the API what it would take; null until it has answered. */
export const useKeyChoices = (
  portalRoute: string,
  ownerId: number | string | null,
): PortalAnswer<KeyChoices> | null => {
  const [answer, setAnswer] = useState<PortalAnswer<KeyChoices> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setAnswer(null);
    if (ownerId === null) return;
    const path = `/api-keys/choices?owner_id=${encodeURIComponent(ownerId)}` as const;
    void callPortal<KeyChoices>(portalRoute, { method: 'GET', path }).then((choices) => {
      if (isCurrent) setAnswer(choices);
    });
    return () => {
      isCurrent = false;
    };
  }, [portalRoute, ownerId]);
  return answer;
};
