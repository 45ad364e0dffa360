import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { useEffect, useRef, useState } from 'react';
import { type draftStore, isSame } from './draft.ts';
import { onEntryChange } from './kept.ts';
import { gatherDrafts, type OpenSubmission, openSubmissionOf } from './merged.ts';
import { forgetSent, submissionOf, unmarkSending } from './submissions.ts';

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
export const useOthers = ({ ticket, person, store, own }: ComposerDraft, composer: Composer) => {
  const isThere = useRef(false);
  const isSending = useRef(false);
  const timer = useRef<number>(undefined);
  const [open, setOpen] = useState(() => openSubmissionOf(ticket, person));

  const gather = () => {
    clearTimeout(timer.current);
    // Below a draft that the browser does not keep, others would be lost with it.
    if (!isThere.current || composer.isUnkept) return;
    // The person is in another tab, whose composer of the same ticket may be sending.
    const isBusy = isSending.current || document.hidden || composer.isWriting();
    const { hasTaken, isWaiting } = gatherDrafts({ ticket, person, isBusy, by: own });
    if (hasTaken) composer.follow();
    setOpen((before) => {
      const found = openSubmissionOf(ticket, person);
      return isSame(found, before) ? before : found;
    });
    if (isWaiting) timer.current = window.setTimeout(() => latest.current.gather(), betweenTries);
  };
  const change = (name: string) => {
    // The composer shows what it sends until it knows the result.
    const isSent = isSending.current && submissionOf(ticket, person) !== null;
    // Words that the browser does not keep are nowhere else.
    if (name === store.name && !isSent && !composer.isUnkept) composer.follow();
    gather();
  };
  const latest = useRef({ gather, change });
  latest.current = { gather, change };
  useEffect(() => {
    isThere.current = true;
    const end = onEntryChange(own, (name) => latest.current.change(name));
    // It may have changed since the composer has read it.
    latest.current.change(store.name);
    return () => {
      isThere.current = false;
      clearTimeout(timer.current);
      end();
    };
  }, [own, store]);

  const clear = () => {
    composer.clear();
    gather();
  };
  return {
    /** The submission of a merged ticket whose end the browser does not know. */
    open,
    clear,
    /** Lets no other text come until the returned function is called: it would count as part of what is being sent. */
    hold() {
      isSending.current = true;
      return () => {
        isSending.current = false;
        latest.current.change(store.name);
      };
    },
    /** Removes what was sent from the draft of a merged ticket. */
    forgetSent({ key, mergedFrom }: OpenSubmission): void {
      forgetSent({ ticket: mergedFrom, person, key });
    },
    /** Takes the draft of a merged ticket that was not sent. */
    takeUnsent({ key, mergedFrom }: OpenSubmission): void {
      unmarkSending({ ticket: mergedFrom, person, key });
    },
  };
};

/** Time after which a draft that waits is looked at again, in milliseconds. */
const betweenTries = 1_000;
