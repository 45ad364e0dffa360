import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Reason } from '../../../../../core/ui/requests/portalApi.ts';
import { linkProblemIn } from '../../../replies/links.ts';
import type { Status } from '../../../vocabulary.ts';
import { lockEditor } from '../editor/editor.ts';
import { mentionedIn } from '../editor/mentions.ts';
import { emptyBody, hasText, submissionKey } from './draft.ts';
import type { SentParts } from './left.ts';
import type { useDraft } from './useDraft.ts';

/** A reply or an internal note as the composer gives it away. */
export interface Submission {
  readonly body: DefaultTypedEditorState;
  readonly internal: boolean;
  readonly file_ids: readonly string[];
  /** The colleagues whom an internal note mentions. */
  readonly mentions: readonly string[];
  /** The ticket's new status; null leaves it. */
  readonly status: Status | null;
  /** The key of a submission: the same draft with the same text has the same one. */
  readonly key: string;
  /** True if the next ticket is to open. */
  readonly next: boolean;
}

interface SubmissionOptions {
  /** The element around the editor. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly draft: ReturnType<typeof useDraft>;
  /** The editor's text; null while there is no editor. */
  readEditor(): DefaultTypedEditorState | null;
  /** True if the next ticket is to open. */
  readonly opensNext: boolean;
  /** Resolves to the reason of a rejection, or null; `held` for a reply that is held back, whose draft stays. */
  onSend(submission: Submission): Promise<Reason | 'held' | null>;
  /**
   * @param rejection the reason why it was not sent; null if it was
   * @param isShown false if the composer is gone by then
   */
  onEnd(rejection: Reason | null, isShown: boolean): void;
  /** Asks for the focus in the next draft. */
  focusNext(): void;
}

/** Submits the composer once pending texts and uploads have arrived. */
export const useSubmission = (options: SubmissionOptions) => {
  const { frame, draft, readEditor, opensNext, onSend, onEnd, focusNext } = options;
  const { internal } = draft;
  const [isBusy, setIsBusy] = useState(false);
  const busy = useRef(false);
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const coming = useComing();

  /** The content of the composer; null if there is none. */
  const read = (): Omit<Submission, 'status' | 'next'> | null => {
    // An editor that is gone or is drawn again has left its text in the draft, which is shown meanwhile.
    const { body: drafted, files: added, mentions: typed, key, internal: isNote } = draft.latest();
    const body = readEditor() ?? drafted;
    if (!body || !hasText(body)) return null;
    // A note must not become a mail, also if it became one while the files of a reply came.
    const kind = internal || isNote;
    const meant = kind ? mentionedIn(body, typed) : [];
    return {
      ...{ body, internal: kind },
      file_ids: added.map(({ id }) => String(id)),
      mentions: meant.map(({ id }) => String(id)),
      key: submissionKey({ key, body, internal: kind, files: added, mentions: meant }),
    };
  };

  /** True if the ticket was left and opened again: the composer that is there has the draft, with the words typed since. */
  const isLeft = () => !isThere.current && draft.isWrittenOn();

  const clear = (sent: SentParts, hadFocus: boolean | undefined): void => {
    // Words of an input method cannot be refused, and a file may be dropped at any time: they belong to the next reply.
    if (isLeft() || !draft.clearSent(sent)) return;
    // After a note, the keys are those of the page again.
    if (hadFocus && !internal) focusNext();
  };

  /** @param status the ticket's new status; null leaves it */
  const send = async (status: Status | null): Promise<void> => {
    // Two clicks send one reply.
    if (busy.current) return;
    busy.current = true;
    setIsBusy(true);
    const unlock = lockEditor(frame.current);
    const release = draft.hold();
    const hasFocus = frame.current?.contains(document.activeElement);
    const isWhole = await coming.end();
    if (isLeft()) return;
    const submission = isWhole ? read() : null;
    const { body: sent = emptyBody } = draft.latest();
    // Here, too, because a reply that is held back meets the server's check when its page may be gone.
    const rejection = submission
      ? (linkProblemIn(submission.body.root) ?? (await onSend({ ...submission, status, next: opensNext })))
      : missing(isWhole);
    // The page shows it in the place of the composer.
    if (rejection === 'held') return;
    busy.current = false;
    setIsBusy(false);
    unlock();
    onEnd(rejection, isThere.current);
    if (rejection === null && submission) clear({ body: sent, file_ids: submission.file_ids }, hasFocus);
    release();
  };

  return {
    isBusy,
    send,
    /** Makes sending wait for a text or a file on its way, which resolves to false if it does not arrive. */
    waitFor: coming.add,
  };
};

/** The reason why nothing is sent. */
const missing = (isWhole: boolean): Reason => ({
  key: isWhole ? 'tickets:page:answer:empty' : 'tickets:page:answer:incomplete',
});

/** The texts and files on their way into the composer. */
const useComing = () => {
  const under = useRef(new Set<Promise<unknown>>());
  const isMissing = useRef(false);
  return {
    add(work: Promise<boolean>): void {
      const ended: Promise<void> = work
        .catch(() => false)
        .then((hasArrived) => {
          under.current.delete(ended);
          if (!hasArrived) isMissing.current = true;
        });
      under.current.add(ended);
    },
    /** Waits for all, also for those that begin meanwhile. Resolves to false if one of them did not arrive. */
    async end(): Promise<boolean> {
      isMissing.current = false;
      while (under.current.size > 0) await Promise.all(under.current);
      return !isMissing.current;
    },
  };
};
