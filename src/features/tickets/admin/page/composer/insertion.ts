'use client';

import { createContext, useContext } from 'react';
import type { CmsResult } from '../../../../../core/ui/requests/cmsApi.ts';

/** The composer, as the buttons see it that other features add to it. */
interface Insertion {
  /** The ticket's organization. */
  readonly organization: unknown;
  /** True while a reply is being sent. */
  readonly isDisabled: boolean;
  /** Inserts a text where the cursor is. Called at once with the text to come. */
  insert(text: Promise<CmsResult<string>>): void;
}

/** Outside of the composer nothing can be inserted. */
export const InsertionContext = createContext<Insertion>({
  organization: null,
  isDisabled: true,
  insert: () => undefined,
});

export const useInsertion = (): Insertion => useContext(InsertionContext);
