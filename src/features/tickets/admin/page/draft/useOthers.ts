import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { useEffect, useRef, useState } from 'react';
import { type Draft, type draftStore, forgetSent, isSame, unmarkSending } from './draft.ts';
import { onEntryChange } from './kept.ts';
import { gatherDrafts, type OpenSubmission, openSubmissionOf } from './merged.ts';

/** A person's draft on a ticket, as the composer keeps it. */
export interface ComposerDraft {
  readonly ticket: number | string;
  readonly person: number | string;
  readonly store: ReturnType<typeof draftStore>;
  /** The composer, as the author of its changes. */
  readonly own: object;
  readonly editor: DraftEditor;
}

/** The editor in which a draft is shown. */
export interface DraftEditor {
  /** Adds nodes to the text that is being edited. Returns false if there is no editor. */
  append(children: DefaultTypedEditorState['root']['children']): boolean;
  /** Called before another text takes its place, in an editor of its own. */
  onReplace(): void;
}

interface Composer {
  /** True if the browser does not keep the draft. */
  readonly isUnkept: boolean;
  /** True if the last letter was typed a moment ago, also if the text is empty by now. */
  isWriting(): boolean;
  clear(): void;
  /** Shows the draft that the browser keeps, after a change that is not the composer's. */
  follow(): void;
}

/** Makes a composer follow the other tabs, and take the drafts of the tickets that were merged into its own. */
export const useOthers = (
  { ticket, person, store, own }: ComposerDraft,
  composer: Composer,
  restored: Draft | null,
) => {
  const isThere = useRef(false);
  const isSending = useRef(false);
  const timer = useRef<number>(undefined);
  const [open, setOpen] = useState<OpenSubmission | null>(
    () => restored?.sending ?? openSubmissionOf(ticket, person),
  );

  const gather = () => {
    clearTimeout(timer.current);
    // Below a draft that the browser does not keep, others would be lost with it.
    if (!isThere.current || composer.isUnkept) return;
    // The person is in another tab, whose composer of the same ticket may be sending.
    const isBusy = isSending.current || document.hidden || composer.isWriting();
    const { hasTaken, isWaiting } = gatherDrafts({ ticket, person, isBusy, by: own });
    if (hasTaken) composer.follow();
    setOpen((before) => {
      if (before && before.mergedFrom === undefined) return before;
      const found = openSubmissionOf(ticket, person);
      return isSame(found, before) ? before : found;
    });
    if (isWaiting) timer.current = window.setTimeout(() => latest.current.gather(), betweenTries);
  };
  const change = (name: string) => {
    // Words that the browser does not keep are nowhere else.
    if (name === store.name && !composer.isUnkept) composer.follow();
    gather();
  };
  const latest = useRef({ gather, change });
  latest.current = { gather, change };
  useEffect(() => {
    isThere.current = true;
    latest.current.gather();
    const end = onEntryChange(own, (name) => latest.current.change(name));
    return () => {
      isThere.current = false;
      clearTimeout(timer.current);
      end();
    };
  }, [own]);

  const clear = () => {
    composer.clear();
    setOpen(null);
    gather();
  };
  return {
    /** A submission whose end the browser does not know. */
    open,
    clear,
    /** Lets no other text come until the returned function is called: it would count as part of what is being sent. */
    hold() {
      isSending.current = true;
      return () => {
        isSending.current = false;
        latest.current.gather();
      };
    },
    /** Clears the draft that was sent, unless it was changed since. */
    forgetSent({ key, mergedFrom }: Pick<OpenSubmission, 'key' | 'mergedFrom'>): void {
      if (mergedFrom !== undefined) forgetSent({ ticket: mergedFrom, person, key });
      else if (store.read()?.sending?.key === key) clear();
    },
    /** Takes the draft of a merged ticket that was not sent. The ticket's own keeps its mark: a late response still ends it. */
    takeUnsent({ key, mergedFrom }: OpenSubmission): void {
      if (mergedFrom !== undefined) unmarkSending({ ticket: mergedFrom, person, key });
    },
  };
};

/** Time after which a draft that waits is looked at again, in milliseconds. */
const betweenTries = 1_000;
