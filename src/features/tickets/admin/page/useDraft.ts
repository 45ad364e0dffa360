import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { useEffect, useRef, useState } from 'react';
import { type Draft, draftStore, hasText, newKey } from './draft.ts';

/**
 * The text in the composer, from the first letter until it is sent. It works only in a browser, whose stored draft it begins
 * with.
 */
export const useDraft = (ticket: number | string, person: number | string) => {
  const [store] = useState(() => draftStore(ticket, person));
  const [restored] = useState(() => store.read());
  const [body, setBody] = useState(restored?.body);
  const [internal, setInternal] = useState(restored?.internal ?? false);
  const [restoredAt, setRestoredAt] = useState(restored ? new Date(restored.at) : null);
  // The editor reads its value when it is mounted, and keeps it then: another version is another editor.
  const [initial, setInitial] = useState(restored?.body);
  const [version, setVersion] = useState(0);
  const [isUnkept, setIsUnkept] = useState(false);
  const latest = useRef({ version, body, key: restored?.key ?? newKey() });

  const keep = (isNote: boolean) => {
    const { body: typed, key } = latest.current;
    if (typed && hasText(typed))
      setIsUnkept(!store.write({ body: typed, internal: isNote, key, at: new Date().toISOString() }));
    else store.remove();
  };
  const show = (there: Pick<Draft, 'body' | 'key'> | null) => {
    const next = latest.current.version + 1;
    latest.current = { version: next, body: there?.body, key: there?.key ?? newKey() };
    setVersion(next);
    setInitial(there?.body);
    setBody(there?.body);
  };

  // A person has one draft per ticket: text typed in one tab appears in the others.
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  const follow = useRef(() => {});
  follow.current = () => {
    const there = store.read();
    const isWriting = performance.now() - typedAt.current < pause;
    if (isWriting || isSameText(there?.body, latest.current.body)) return;
    show(there);
    if (there) setInternal(there.internal);
    setRestoredAt(there && new Date(there.at));
  };
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => key === store.name && follow.current();
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }, [store]);

  return {
    initial,
    internal,
    restoredAt,
    version,
    isWritten: hasText(body),
    /** True if the browser did not keep the draft: it lives as long as the page. */
    isUnkept: isUnkept && hasText(body),
    /** Text of an earlier visit is not being written. */
    isBeingWritten: hasText(body) && !isSameText(body, restored?.body),
    latest: () => latest.current,
    take(value: DefaultTypedEditorState) {
      const { body: before } = latest.current;
      // An empty editor that appears has no part in what another tab keeps.
      if (isSameText(value, before) || !(hasText(value) || hasText(before))) return;
      typedAt.current = performance.now();
      latest.current = { ...latest.current, body: value };
      setBody(value);
      keep(internal);
    },
    setInternal(isNote: boolean) {
      setInternal(isNote);
      keep(isNote);
    },
    clear() {
      store.remove();
      show(null);
      setRestoredAt(null);
    },
  };
};

/** Time since the last letter, in milliseconds, in which a person counts as writing. */
const pause = 1_000;

const isSameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
