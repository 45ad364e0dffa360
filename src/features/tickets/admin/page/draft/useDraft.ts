import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { useEffect, useRef, useState } from 'react';
import type { Mention } from '../editor/mentions.ts';
import { type Draft, type DraftFile, draftStore, emptyBody, hasText, newKey } from './draft.ts';

/** The draft as the browser keeps it, and the functions that change it as a whole. */
const useKeptDraft = (ticket: number | string, person: number | string) => {
  const [store] = useState(() => draftStore(ticket, person));
  const [restored] = useState(() => store.read());
  const [body, setBody] = useState(editable(restored));
  const [files, setFiles] = useState(restored?.files ?? []);
  const [internal, setInternal] = useState(restored?.internal ?? false);
  const [restoredAt, setRestoredAt] = useState(restored ? new Date(restored.at) : null);
  // The editor reads its value when it is mounted, and keeps it then: another version is another editor.
  const [initial, setInitial] = useState(editable(restored));
  const [version, setVersion] = useState(0);
  const [isUnkept, setIsUnkept] = useState(false);
  const latest = useRef({
    ...{ version, body, files, mentions: restored?.mentions ?? [] },
    key: restored?.key ?? newKey(),
  });

  const keep = (isNote: boolean) => {
    const { body: typed = emptyBody, files: added, mentions, key } = latest.current;
    const at = new Date().toISOString();
    if (hasText(typed) || added.length > 0)
      setIsUnkept(!store.write({ body: typed, files: added, mentions, internal: isNote, key, at }));
    else store.remove();
  };
  const show = (there: Pick<Draft, 'body' | 'files' | 'mentions' | 'key'> | null) => {
    const next = latest.current.version + 1;
    const [text, added] = [editable(there), there?.files ?? []];
    latest.current = {
      ...{ version: next, body: text, files: added, mentions: there?.mentions ?? [] },
      key: there?.key ?? newKey(),
    };
    setVersion(next);
    setInitial(text);
    setBody(text);
    setFiles(added);
  };
  const clear = () => {
    store.remove();
    show(null);
    setRestoredAt(null);
  };

  return {
    ...{ store, restored, body, setBody, files, setFiles, internal, setInternal, restoredAt, setRestoredAt },
    ...{ initial, version, isUnkept, latest, keep, show, clear },
  };
};

/** Calls a function once another tab has changed what the browser stores under a name. */
const useOtherTabs = (name: string, follow: () => void): void => {
  const latest = useRef(follow);
  latest.current = follow;
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => key === name && latest.current();
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }, [name]);
};

/**
 * The text in the composer and its files, from the first letter until it is sent. It works only in a browser, whose stored draft it begins
 * with.
 */
export const useDraft = (ticket: number | string, person: number | string) => {
  const kept = useKeptDraft(ticket, person);
  const { store, restored, body, setBody, files, setFiles, internal, setInternal } = kept;
  const { latest, keep, show, clear } = kept;

  // A person has one draft per ticket: text typed in one tab appears in the others.
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  useOtherTabs(store.name, () => {
    const there = store.read();
    const isWriting = performance.now() - typedAt.current < pause;
    const { body: text, files: added } = latest.current;
    if (isWriting || isSame([editable(there), there?.files ?? []], [text, added])) return;
    show(there);
    if (there) setInternal(there.internal);
    kept.setRestoredAt(there && new Date(there.at));
  });

  const changeFiles = (change: (before: readonly DraftFile[]) => readonly DraftFile[]) => {
    const next = change(latest.current.files);
    latest.current = { ...latest.current, files: next };
    setFiles(next);
    keep(internal);
  };

  return {
    initial: kept.initial,
    files,
    addFiles: (added: readonly DraftFile[]) => changeFiles((before) => [...before, ...added]),
    removeFile: (id: DraftFile['id']) => changeFiles((before) => before.filter((file) => file.id !== id)),
    /** Notes whom the text mentions. The text itself is kept as it is typed. */
    addMention: ({ id, name }: Mention) => {
      const others = latest.current.mentions.filter((other) => other.id !== id || other.name !== name);
      latest.current = { ...latest.current, mentions: [...others, { id, name }] };
      keep(internal);
    },
    internal,
    /** The submission of the draft whose end the browser does not know. */
    sending: restored?.sending ?? null,
    restoredAt: kept.restoredAt,
    version: kept.version,
    isWritten: hasText(body) || files.length > 0,
    /** True if the browser did not keep the draft: it lives as long as the page. */
    isUnkept: kept.isUnkept && (hasText(body) || files.length > 0),
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
      keep(internal);
    },
    setInternal(isNote: boolean) {
      setInternal(isNote);
      keep(isNote);
    },
    clear,
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
      keep(internal);
      return false;
    },
  };
};

/** The text that the editor begins with; none if there is no letter in it. */
const editable = (draft: Pick<Draft, 'body'> | null) =>
  draft && hasText(draft.body) ? draft.body : undefined;

/** Time since the last letter, in milliseconds, in which a person counts as writing. */
const pause = 1_000;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
