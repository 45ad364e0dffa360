import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { useRef, useState } from 'react';
import { draftStore, hasText, newKey } from './draft.ts';

/** What is typed, from the first letter until it is sent. Only in a browser: it begins with what is kept there. */
export const useDraft = (ticket: number | string, person: number | string) => {
  const [store] = useState(() => draftStore(ticket, person));
  const [restored] = useState(() => store.read());
  const [body, setBody] = useState(restored?.body);
  const [internal, setInternal] = useState(restored?.internal ?? false);
  const [restoredAt, setRestoredAt] = useState(restored ? new Date(restored.at) : null);
  // The editor reads its value when it is mounted: another version is another editor.
  const [version, setVersion] = useState(0);
  const latest = useRef({ version, body, key: restored?.key ?? newKey() });

  const keep = (isNote: boolean) => {
    const { body: typed, key } = latest.current;
    if (typed && hasText(typed))
      store.write({ body: typed, internal: isNote, key, at: new Date().toISOString() });
    else store.remove();
  };

  return {
    body,
    internal,
    restoredAt,
    version,
    isWritten: hasText(body),
    /** Text of an earlier visit is not being written. */
    isBeingWritten: hasText(body) && !isSameText(body, restored?.body),
    latest: () => latest.current,
    take(value: DefaultTypedEditorState) {
      // An editor that is gone may still report what it held.
      if (version !== latest.current.version) return;
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
      latest.current = { version: version + 1, body: undefined, key: newKey() };
      setVersion(version + 1);
      setBody(undefined);
      setRestoredAt(null);
    },
  };
};

const isSameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
