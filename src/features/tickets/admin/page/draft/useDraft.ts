import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { type RefObject, useRef, useState } from 'react';
import { newKey } from '../../../../../core/ui/requests/newKey.ts';
import type { Mention } from '../editor/mentions.ts';
import {
  type Draft,
  type DraftFile,
  draftStore,
  editable,
  emptyBody,
  hasText,
  isEmpty,
  isSame,
  takenOver,
} from './draft.ts';
import { leftOf, type SentParts } from './left.ts';
import { gatherDrafts } from './merged.ts';
import { submissionOf } from './submissions.ts';
import { type ComposerDraft, useOthers } from './useOthers.ts';

type Body = DefaultTypedEditorState | undefined;

interface ShownDraft {
  readonly body: Body;
  setBody(body: Body): void;
  readonly files: readonly DraftFile[];
  readonly internal: boolean;
  /** The text that the editor began with. */
  readonly initial: Body;
  /** Another version is another editor, which reads its text when it is mounted. */
  readonly version: number;
  /** The draft as it is now, which the last render may not have yet. */
  readonly latest: RefObject<
    Pick<Draft, 'files' | 'internal' | 'mentions' | 'key'> & { readonly version: number; readonly body: Body }
  >;
  show(there: Pick<Draft, 'body' | 'files' | 'mentions' | 'key'> | null): void;
  setKind(isNote: boolean): void;
  showFiles(files: readonly DraftFile[]): void;
}

interface KeptDraft extends ShownDraft {
  readonly restoredAt: Date | null;
  readonly isUnkept: boolean;
  setIsUnkept(isUnkept: boolean): void;
  /** Notes that a letter is typed. */
  noteLetter(): void;
  /** True if the last letter was typed a moment ago. */
  isWriting(): boolean;
  /** Keeps the draft as it is now. */
  keep(): void;
  clear(): void;
  /** Shows the draft that the browser keeps, after another tab has changed it. */
  follow(): void;
}

/** The draft as a composer shows it. */
const useShownDraft = (restored: Draft | null, isNote: boolean): ShownDraft => {
  const [body, setBody] = useState(editable(restored));
  const [files, setFiles] = useState(restored?.files ?? []);
  const [internal, setInternal] = useState(restored?.internal ?? isNote);
  const [initial, setInitial] = useState(editable(restored));
  const [version, setVersion] = useState(0);
  const latest: ShownDraft['latest'] = useRef({
    ...{ version, body, files, internal, mentions: restored?.mentions ?? [] },
    key: restored?.key ?? newKey(),
  });

  const show = (there: Pick<Draft, 'body' | 'files' | 'mentions' | 'key'> | null) => {
    const next = latest.current.version + 1;
    const [text, added] = [editable(there), there?.files ?? []];
    latest.current = {
      ...latest.current,
      ...{ version: next, body: text, files: added, mentions: there?.mentions ?? [] },
      key: there?.key ?? newKey(),
    };
    setVersion(next);
    setInitial(text);
    setBody(text);
    setFiles(added);
  };
  const setKind = (isNote: boolean) => {
    latest.current = { ...latest.current, internal: isNote };
    setInternal(isNote);
  };
  const showFiles = (there: readonly DraftFile[]) => {
    latest.current = { ...latest.current, files: there };
    setFiles(there);
  };
  return { body, setBody, files, internal, initial, version, latest, show, setKind, showFiles };
};

/** The draft as a composer shows it and the browser keeps it. A person has one for each ticket, which all tabs follow. */
const useKeptDraft = (
  { store, editor }: ComposerDraft,
  restored: Draft | null,
  isNote: boolean,
): KeptDraft => {
  const shown = useShownDraft(restored, isNote);
  const { latest, show, setKind, showFiles, setBody } = shown;
  const [restoredAt, setRestoredAt] = useState(restored ? new Date(restored.at) : null);
  const [isUnkept, setIsUnkept] = useState(false);
  const typedAt = useRef(Number.NEGATIVE_INFINITY);

  const keep = () => {
    const { body: typed = emptyBody, files: added, mentions, internal, key } = latest.current;
    setIsUnkept(!store.keep({ body: typed, files: added, mentions, internal, key, at: now() }));
  };
  const clear = () => {
    store.remove();
    show(null);
    setRestoredAt(null);
  };
  const isWriting = () => performance.now() - typedAt.current < pause;
  const noteLetter = () => {
    typedAt.current = performance.now();
  };
  const follow = () => {
    const there = store.read();
    const taken = takenOver({ there, shown: latest.current, isWriting: isWriting() });
    showFiles(taken.files);
    setKind(taken.internal);
    if (there && taken.added && editor.append(taken.added)) {
      latest.current = { ...latest.current, body: there.body, mentions: there.mentions, key: there.key };
      setBody(there.body);
    } else if (taken.isOtherText) {
      editor.onReplace();
      show(there);
    } else return;
    setRestoredAt(there && new Date(there.at));
  };
  return { ...shown, restoredAt, isUnkept, setIsUnkept, noteLetter, isWriting, keep, clear, follow };
};

interface DraftOptions extends Pick<ComposerDraft, 'ticket' | 'person' | 'editor'> {
  /** True for a composer that begins with an internal note if the browser keeps no draft. */
  readonly startsAsNote: boolean;
}

/**
 * The text in the composer and its files, from the first letter until it is sent. It works only in a browser, whose stored draft it begins
 * with.
 */
export const useDraft = ({ ticket, person, editor, startsAsNote }: DraftOptions) => {
  const [own] = useState(() => ({}));
  const [store] = useState(() => draftStore(ticket, person, own));
  const [restored] = useState(() => {
    // The person is in another tab, which may be sending.
    gatherDrafts({ ticket, person, isBusy: document.hidden, by: own });
    return store.read();
  });
  const place = { ticket, person, store, own, editor };
  const kept = useKeptDraft(place, restored, startsAsNote);
  const { body, setBody, files, internal, initial, version, restoredAt, isUnkept } = kept;
  const { latest, show, setKind, showFiles, setIsUnkept, noteLetter, keep } = kept;
  const { open, clear, hold, forgetSent, takeUnsent } = useOthers(place, kept);

  // An upload may end after its composer is gone: the draft as it is by then gets its files, and the composer that shows it.
  const changeFiles = (change: (before: readonly DraftFile[]) => readonly DraftFile[]) => {
    const there = store.read() ?? emptyDraft(latest.current.internal);
    const isKept = store.keep({ ...there, files: change(there.files) });
    showFiles(change(isKept ? there.files : latest.current.files));
    setIsUnkept(!isKept);
  };

  return {
    initial,
    files,
    addFiles: (added: readonly DraftFile[]) => changeFiles((before) => [...before, ...added]),
    removeFile: (id: DraftFile['id']) => changeFiles((before) => before.filter((file) => file.id !== id)),
    /** Notes whom the text mentions. The text itself is kept as it is typed. */
    addMention: ({ id, name }: Mention) => {
      const others = latest.current.mentions.filter((other) => other.id !== id || other.name !== name);
      latest.current = { ...latest.current, mentions: [...others, { id, name }] };
      keep();
    },
    internal,
    /** The submission of a merged ticket whose end the browser does not know. */
    sending: open,
    restoredAt,
    version,
    isWritten: hasText(body) || files.length > 0,
    /** True if the browser did not keep the draft: it lives as long as the page. */
    isUnkept: isUnkept && (hasText(body) || files.length > 0),
    /** Text of an earlier visit is not being written. */
    isBeingWritten: hasText(body) && !isSame(body, restored?.body),
    latest: () => latest.current,
    take(value: DefaultTypedEditorState) {
      const { body: before } = latest.current;
      // An empty editor that appears has no part in what another tab keeps.
      if (isSame(value, before) || !(hasText(value) || hasText(before))) return;
      noteLetter();
      latest.current = { ...latest.current, body: value };
      setBody(value);
      keep();
    },
    setInternal(isNote: boolean) {
      setKind(isNote);
      keep();
    },
    /** True if the browser keeps another draft by now, such as that of a composer that came later, or sends it already, or keeps none. */
    isWrittenOn(): boolean {
      if (submissionOf(ticket, person)) return true;
      const there = store.read();
      if (!there) return !isUnkept;
      const { body: typed, files: added, internal: isNote } = latest.current;
      return !isSame([editable(there), there.files, there.internal], [typed, added, isNote]);
    },
    clear,
    /** Keeps the text as it is until the returned function is called: nothing that comes meanwhile belongs to what is being sent. */
    hold,
    forgetSent,
    takeUnsent,
    /**
     * Clears what was sent. Words and files that have come since stay, also those of another tab.
     *
     * @returns true if the draft is empty
     */
    clearSent(sent: SentParts): boolean {
      const shown = { ...latest.current, body: latest.current.body ?? emptyBody };
      const own = leftOf(shown, sent);
      // A file of another tab is not shown here meanwhile. A browser that keeps nothing any more still has an older text.
      const there = leftOf((isUnkept ? null : store.read()) ?? shown, sent);
      const left = hasText(own.body) ? { ...own, files: there.files } : there;
      if (isEmpty(left)) {
        clear();
        return true;
      }
      editor.onReplace();
      show(left);
      keep();
      return false;
    },
  };
};

/** A draft of files alone. It is another one than the composer's, which may have been sent. */
const emptyDraft = (internal: boolean): Draft => ({
  ...{ body: emptyBody, files: [], mentions: [], internal },
  ...{ key: newKey(), at: now() },
});

const now = () => new Date().toISOString();

/** Time since the last letter, in milliseconds, in which a person counts as writing. */
const pause = 1_000;
