import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { newKey } from '../../../../../core/ui/requests/newKey.ts';
import type { Mention } from '../editor/mentions.ts';
import {
  type Draft,
  type DraftFile,
  draftStore,
  editable,
  emptyBody,
  hasText,
  isSame,
  takenOver,
} from './draft.ts';

type Body = DefaultTypedEditorState | undefined;

interface ShownDraft {
  readonly body: Body;
  setBody(body: Body): void;
  readonly files: readonly DraftFile[];
  setFiles(files: readonly DraftFile[]): void;
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
  /** The moment of the last letter, of the clock `performance`. */
  readonly typedAt: RefObject<number>;
  /** Keeps the draft as it is now. */
  keep(): void;
  /** Tells the other composers of this page. */
  tellPage(): void;
  clear(): void;
}

/** The draft as a composer shows it. */
const useShownDraft = (restored: Draft | null): ShownDraft => {
  const [body, setBody] = useState(editable(restored));
  const [files, setFiles] = useState(restored?.files ?? []);
  const [internal, setInternal] = useState(restored?.internal ?? false);
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
  return { body, setBody, files, setFiles, internal, initial, version, latest, show, setKind, showFiles };
};

/**
 * Calls a function once another tab, or another composer of this page, has changed what the browser stores under a name.
 *
 * @param own the detail of the events of this composer
 */
const useOtherComposers = (name: string, own: object, follow: () => void): void => {
  const latest = useRef(follow);
  latest.current = follow;
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => key === name && latest.current();
    const followHere = (event: Event) => (event as CustomEvent).detail === own || latest.current();
    addEventListener('storage', listen);
    ofPage.addEventListener(name, followHere);
    return () => {
      removeEventListener('storage', listen);
      ofPage.removeEventListener(name, followHere);
    };
  }, [name, own]);
};

/** The draft as a composer shows it and the browser keeps it. A person has one for each ticket, which all tabs follow. */
const useKeptDraft = (store: ReturnType<typeof draftStore>, restored: Draft | null): KeptDraft => {
  const shown = useShownDraft(restored);
  const { latest, show, setKind, showFiles } = shown;
  const [restoredAt, setRestoredAt] = useState(restored ? new Date(restored.at) : null);
  const [isUnkept, setIsUnkept] = useState(false);
  const typedAt = useRef(Number.NEGATIVE_INFINITY);

  const keep = () => {
    const { body: typed = emptyBody, files: added, mentions, internal: isNote, key } = latest.current;
    setIsUnkept(!store.keep({ body: typed, files: added, mentions, internal: isNote, key, at: now() }));
  };
  const tellPage = () => ofPage.dispatchEvent(new CustomEvent(store.name, { detail: latest }));
  const clear = () => {
    store.remove();
    tellPage();
    show(null);
    setRestoredAt(null);
  };
  // Text typed in one tab appears in the others.
  useOtherComposers(store.name, latest, () => {
    const there = store.read();
    const isWriting = performance.now() - typedAt.current < pause;
    const taken = takenOver({ there, shown: latest.current, isWriting });
    showFiles(taken.files);
    setKind(taken.internal);
    if (!taken.isOtherText) return;
    show(there);
    setRestoredAt(there && new Date(there.at));
  });
  return { ...shown, restoredAt, isUnkept, setIsUnkept, typedAt, keep, tellPage, clear };
};

/**
 * The text in the composer and its files, from the first letter until it is sent. It works only in a browser, whose stored draft it begins
 * with.
 */
export const useDraft = (ticket: number | string, person: number | string) => {
  const [store] = useState(() => draftStore(ticket, person));
  const [restored] = useState(() => store.read());
  const kept = useKeptDraft(store, restored);
  const { body, setBody, files, setFiles, internal, initial, version, restoredAt, isUnkept } = kept;
  const { latest, show, setKind, showFiles, setIsUnkept, typedAt, keep, tellPage, clear } = kept;

  // An upload may end after its composer is gone: the draft as it is by then gets its files, and the composer that shows it.
  const changeFiles = (change: (before: readonly DraftFile[]) => readonly DraftFile[]) => {
    const { internal: isNote, key } = latest.current;
    const empty: Draft = { body: emptyBody, files: [], mentions: [], internal: isNote, key, at: now() };
    const { sending: _, ...there } = store.read() ?? empty;
    const isKept = store.keep({ ...there, files: change(there.files) });
    showFiles(change(isKept ? there.files : latest.current.files));
    setIsUnkept(!isKept);
    if (isKept) tellPage();
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
    /** The submission of the draft whose end the browser does not know. */
    sending: restored?.sending ?? null,
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
      typedAt.current = performance.now();
      latest.current = { ...latest.current, body: value };
      setBody(value);
      keep();
    },
    setInternal(isNote: boolean) {
      setKind(isNote);
      keep();
    },
    /** True if the browser keeps another draft by now, such as that of a composer that came later, or none any more. */
    isWrittenOn(): boolean {
      const there = store.read();
      if (!there) return !isUnkept;
      const { body: typed, files: added, internal: isNote } = latest.current;
      return !isSame([editable(there), there.files, there.internal], [typed, added, isNote]);
    },
    clear,
    /** Clears the draft if it is the one that was sent, without a change since. */
    forgetSent(key: string): void {
      if (store.read()?.sending?.key === key) clear();
    },
    /**
     * Clears what was sent, unless words or files have come since: those stay.
     *
     * @param sent the text as it was sent, and the ids of its files
     * @returns true if the draft is empty
     */
    clearSent(sent: {
      readonly body: Draft['body'] | undefined;
      readonly files: readonly string[];
    }): boolean {
      const { body: now, files: there } = latest.current;
      const left = there.filter(({ id }) => !sent.files.includes(String(id)));
      const isWrittenOn = !isSame(now, sent.body);
      if (!isWrittenOn && left.length === 0) {
        clear();
        return true;
      }
      if (isWrittenOn) {
        latest.current = { ...latest.current, files: left, key: newKey() };
        setFiles(left);
      } else show({ body: emptyBody, files: left, mentions: [], key: newKey() });
      keep();
      return false;
    },
  };
};

/**
 * Tells the other composers of this page what one that is gone has changed, by the name of the draft in the browser, which tells
 * other tabs alone.
 */
const ofPage = new EventTarget();

const now = () => new Date().toISOString();

/** Time since the last letter, in milliseconds, in which a person counts as writing. */
const pause = 1_000;
