import { useEffect, useState } from 'react';
import { usePortalRoute } from '../../../../../core/ui/react/usePortal.ts';
import { callPortal } from '../../../../../core/ui/requests/portalApi.ts';

interface TagOptionsProps {
  /** Id of the list, which the field names. */
  readonly id: string;
  readonly typed: string;
}

/** The tags in use that contain what is typed in a field, which the browser offers there. */
export const TagOptions = ({ id, typed }: TagOptionsProps) => (
  <datalist id={id}>
    {useTagSuggestions(typed, []).map((tag) => (
      <option key={tag} value={tag} />
    ))}
  </datalist>
);

/** Delay after the last letter, in milliseconds. */
const pause = 150;

/** The tags in use that contain a text. None while nothing is typed, and none if they cannot be read. */
export const useTagSuggestions = (typed: string, present: readonly string[]): readonly string[] => {
  const portalRoute = usePortalRoute();
  const [found, setFound] = useState<readonly string[]>([]);
  const search = typed.trim();
  useEffect(() => {
    let isLatest = true;
    setFound([]);
    if (search === '') return;
    const find = async () => {
      const path = `/tags?${new URLSearchParams({ search })}` as const;
      const result = await callPortal<{ data: readonly string[] }>(portalRoute, { method: 'GET', path });
      if (isLatest && result.ok) setFound(result.output.data);
    };
    const timer = setTimeout(() => void find(), pause);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [portalRoute, search]);
  const known = new Set(present.map((tag) => tag.toLowerCase()));
  return found.filter((tag) => !known.has(tag.toLowerCase()));
};
