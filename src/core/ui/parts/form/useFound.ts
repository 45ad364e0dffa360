import { useEffect, useMemo, useState } from 'react';
import type { CmsResult } from '../../requests/cmsApi.ts';
import type { Reason } from '../../requests/portalApi.ts';

/** Reads the results of a search. A new function searches again, so keep it between renders. */
export type ReadFound<Item> = (search: string) => Promise<CmsResult<readonly Item[]>>;

interface Answer<Item> {
  /** The results of the last search that worked; null before it. */
  readonly found: readonly Item[] | null;
  readonly problem: Reason | null;
  /** The search that was answered. */
  readonly asked: object | null;
}

/** Delay after the last letter, in milliseconds. */
const pause = 200;

/** The results of a search for the present words. Without a function to read them, there is no search. */
export const useFound = <Item>(read: ReadFound<Item> | null, search: string) => {
  const asked = useMemo(() => ({ read, search }), [read, search]);
  const [answer, setAnswer] = useState<Answer<Item>>({ found: null, problem: null, asked: null });

  useEffect(() => {
    const { read, search } = asked;
    if (read === null) return;
    let isLatest = true;
    const find = async () => {
      const said = await read(search);
      if (!isLatest) return;
      setAnswer(({ found }) =>
        said.ok ? { found: said.output, problem: null, asked } : { found, problem: said.message, asked },
      );
    };
    const timer = setTimeout(() => void find(), search === '' ? 0 : pause);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [asked]);

  const { found, problem } = answer;
  /** Until then, or with a problem, what was found is the result of earlier words. */
  const isSearching = answer.asked !== asked;
  return { found, problem, isSearching };
};
