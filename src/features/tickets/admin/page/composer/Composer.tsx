import { toast } from '@payloadcms/ui';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { ReasonSentence } from '../../../../../core/ui/parts/words/ReasonSentence.tsx';
import { isOfInputMethod } from '../../../../../core/ui/react/keys.ts';
import { useAccessibleName } from '../../../../../core/ui/react/useAccessibleName.ts';
import { usePortalTexts, useSlugs } from '../../../../../core/ui/react/usePortal.ts';
import { useShortcuts } from '../../../../../core/ui/react/useShortcuts.tsx';
import type { CmsResult } from '../../../../../core/ui/requests/cmsApi.ts';
import { inWords, type Reason } from '../../../../../core/ui/requests/portalApi.ts';
import { statesAfter } from '../../../record/transitions.ts';
import type { Status } from '../../../vocabulary.ts';
import type { HeldSubmission } from '../draft/submissions.ts';
import { useDraft } from '../draft/useDraft.ts';
import { type Submission, useSubmission } from '../draft/useSubmission.ts';
import { DrawnEditor } from '../editor/DrawnEditor.tsx';
import { appendTo, insertText, isTool, useEditor, useFocusOfNext } from '../editor/editor.ts';
import { MentionList, useMentions } from '../editor/Mentions.tsx';
import { ComposerFiles, ComposerFooter, ComposerHead } from './ComposerParts.tsx';
import { InsertionContext } from './insertion.ts';
import { useComposerFiles } from './useComposerFiles.ts';
import { type UnsentSubmission, useArrived, useGoesOn, useUnsent } from './useKept.ts';
import { useLetters } from './useLetters.ts';

interface ComposerTicket {
  readonly id: number | string;
  readonly organization: unknown;
  readonly status: Status;
}

/** The reply that was held back, and was undone or refused. */
interface ReturnedReply {
  /** The reason why the server refused it; null for none. */
  readonly refusal: Reason | null;
  /** True after an undo: the focus goes back to the text. */
  readonly isBack: boolean;
  /** True after an internal note of another page: the next words are for colleagues, too. */
  readonly isNote: boolean;
  /** The status that was chosen before the undo; null for none. */
  readonly chosen: Status | null;
  /** The submission of a page that was closed, if it was not sent; null for none. */
  readonly unsent: HeldSubmission | null;
}

interface ComposerProps {
  readonly ticket: ComposerTicket;
  /** The author. */
  readonly person: number | string;
  /** The recipients of a reply, in words. */
  readonly goesTo: ReactNode;
  /** The buttons that other features add. */
  readonly tools: ReactNode;
  /** The newest reply of another person; null for none, undefined while it is not known. */
  readonly newest: number | string | null | undefined;
  readonly held: ReturnedReply;
  /** Resolves to the reason of a rejection, or null; `held` for a reply that is held back, whose draft stays. */
  onSend(submission: Submission): Promise<Reason | 'held' | null>;
  /** Reports whether the user is writing. */
  onWriting(isWriting: boolean): void;
}

/**
 * The composer: the form for a reply or an internal note, which can change the ticket's status too. The text is kept as a
 * draft.
 */
export const Composer = ({
  ticket: { id: ticket, organization, status },
  person,
  goesTo,
  tools,
  newest,
  held,
  onSend,
  onWriting,
}: ComposerProps) => {
  const t = usePortalTexts();
  const slugs = useSlugs();
  const draft = useDraft({
    ...{ ticket, person, startsAsNote: held.isNote },
    editor: {
      append: (children) => appendTo(composer.editor, children),
      onReplace: () => editor.current?.contains(document.activeElement) && focusNext(),
    },
  });
  const states = statesAfter(status, false);
  const [chosen, setNext] = useState<Status | ''>(held.chosen ?? '');
  // Someone else may have changed the status since it was chosen.
  const next = states.find((state) => state === chosen) ?? '';
  const { problem, setProblem, reject } = useProblem(ticket, held.refusal);
  const box = useRef<HTMLElement>(null);
  const goesOn = useGoesOn();
  const { internal } = draft;
  const editor = useAccessibleName(
    t(internal ? 'tickets:page:answer:editorOfNote' : 'tickets:page:answer:editorOfReply'),
    (key) => (isTool(key) ? t(`tickets:page:answer:toolbar:${key}`) : undefined),
  );
  const arrived = useArrived(newest, draft.isWritten);
  const composer = useEditor(editor, draft.version, draft.take, () => mentions.look());
  const mentions = useMentions({
    ...{ frame: editor, editor: composer.editor, isOn: internal, person },
    source: { usersSlug: slugs.users, organizationsSlug: slugs.organizations, fields: ['name', 'email'] },
    ...{ mentioned: () => draft.latest().mentions, onMention: draft.addMention },
  });
  const focusNext = useFocusOfNext(composer.focus, draft.version, held.isBack);
  const { isBusy, send, waitFor } = useSubmission({
    ...{ frame: editor, draft, readEditor: composer.read, opensNext: goesOn.is, onSend, focusNext },
    onEnd: (rejection, isShown) => {
      reject(rejection, isShown);
      if (rejection === null) setNext('');
    },
  });
  const unsent = useUnsent({
    ...{ ticket, first: held.unsent, sending: draft.sending, isWritten: draft.isWritten },
    ...{ onSent: draft.forgetSent, onUnsent: draft.takeUnsent },
  });

  useEffect(() => onWriting(draft.isBeingWritten), [onWriting, draft.isBeingWritten]);

  const press = useComposerKeys({
    ...{ box, editor, mentions, draft, focus: composer.focus },
    send: () => composer.isThere && void send(next === '' ? null : next),
  });

  /** @returns false if the text did not arrive */
  const insert = async (picked: Promise<CmsResult<string>>): Promise<boolean> => {
    const missing = await insertText(composer.editor, picked);
    if (missing) setProblem(missing);
    return missing === null;
  };
  const files = useComposerFiles({
    ...{ ticket, person, files: draft.files, addFiles: draft.addFiles, removeFile: draft.removeFile },
    onUpload: (uploads) => {
      setProblem(null);
      waitFor(uploads);
    },
  });
  const discard = () => {
    void files.removeAll();
    focusNext();
    draft.clear();
  };

  // Without its editor the text is only shown.
  const isClosed = isBusy || !composer.isThere;
  return (
    <section
      ref={box}
      className={`portal-composer portal-composer--${internal ? 'internal' : 'reply'}`}
      aria-label={t('tickets:page:answer:title')}
      onKeyDownCapture={press}
    >
      <InsertionContext
        value={{ organization, isDisabled: isClosed, insert: (text) => waitFor(insert(text)) }}
      >
        <ComposerHead {...{ draft, goesTo, tools }} onDiscard={discard} />
      </InsertionContext>
      <Notices unsent={unsent} isUnkept={draft.isUnkept} isArrived={arrived} />
      <div ref={editor} className="portal-composer__editor" {...files.handlers}>
        <DrawnEditor
          key={draft.version}
          schemaPath={`collection.${slugs.ticketReplies}.body`}
          {...{ isThere: composer.isThere, value: draft.initial, onBody: draft.take }}
        />
        <MentionList {...mentions.list} />
      </div>
      <ComposerFiles files={draft.files} state={files} isDisabled={isBusy} onDone={composer.focus} />
      {problem && <ReasonSentence reason={problem} />}
      <ComposerFooter
        {...{ status, states, next, internal, isBusy, isClosed, goesOn }}
        onNext={setNext}
        onSend={(wanted) => void send(wanted)}
      />
    </section>
  );
};

/** The reason why the last attempt failed. */
const useProblem = (number: number | string, first: Reason | null) => {
  const t = usePortalTexts();
  const [problem, setProblem] = useState(first);
  return {
    problem,
    setProblem,
    /** @param isShown false if the composer is gone, so that a toast has to say it */
    reject(reason: Reason | null, isShown: boolean) {
      setProblem(reason);
      if (reason !== null && !isShown)
        toast.error(t('tickets:page:held:refusedElsewhere', { number, reason: inWords(reason, t) }), {
          duration: 30_000,
        });
    },
  };
};

interface KeysOptions {
  /** The composer. */
  readonly box: RefObject<HTMLElement | null>;
  /** The element around the editor. */
  readonly editor: RefObject<HTMLElement | null>;
  readonly mentions: ReturnType<typeof useMentions>;
  readonly draft: Pick<ReturnType<typeof useDraft>, 'isWritten' | 'setInternal'>;
  /** Gives the focus to the editor. */
  focus(): void;
  send(): void;
}

/**
 * The keys of the page that lead into the composer.
 *
 * @returns the handler of keys that are pressed in it
 */
const useComposerKeys = ({ box, editor, mentions, draft, focus, send }: KeysOptions) => {
  const t = usePortalTexts();
  useLetters({ box, frame: editor, isWritten: draft.isWritten, focus });
  const focusEditor = (isNote: boolean) => {
    draft.setInternal(isNote);
    focus();
  };
  useShortcuts(t('tickets:page:answer:title'), {
    r: { says: t('tickets:page:answer:writeReply'), act: () => focusEditor(false) },
    n: { says: t('tickets:page:answer:writeNote'), act: () => focusEditor(true) },
    s: {
      says: t('tickets:page:answer:chooseStatus'),
      act: () => box.current?.querySelector('select')?.focus(),
    },
  });
  return (event: KeyboardEvent) => {
    // Keys of a dialog that the composer has opened come here, too.
    if (!box.current?.contains(event.target as Node) || isOfInputMethod(event)) return;
    const isEditing = editor.current?.contains(event.target as Node);
    if (isEditing && !event.ctrlKey && !event.metaKey && mentions.press(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      send();
    }
    // The editor would indent, and keep the focus.
    if (event.key === 'Tab' && isEditing) event.stopPropagation();
  };
};

interface NoticesProps {
  /** The reply of an earlier visit that was not sent; null for none. */
  readonly unsent: UnsentSubmission | null;
  /** The browser does not keep the draft. */
  readonly isUnkept: boolean;
  /** Another person has replied meanwhile. */
  readonly isArrived: boolean;
}

const Notices = ({ unsent, isUnkept, isArrived }: NoticesProps) => {
  const t = usePortalTexts();
  const source = unsent?.mergedFrom;
  const shown = [
    unsent && (source === undefined ? 'unsent' : 'unsentByMerge'),
    isUnkept && 'unkept',
    isArrived && 'arrived',
  ] as const;
  return shown
    .filter((key) => key !== false && key !== null)
    .map((key) => (
      <p key={key} className="portal-composer__arrived" role="status">
        {t(`tickets:page:answer:${key}`, { source: source ?? '' })}
      </p>
    ));
};
