import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';

/** A text that was typed and not sent. */
export interface Draft {
  readonly body: DefaultTypedEditorState;
  readonly internal: boolean;
  /** Made for each draft: see {@link answerKey}. */
  readonly key: string;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Keeps the draft of one person on one ticket, in the browser: it outlives a reload, the end of a session and an outage of
 * the server.
 */
export const draftStore = (ticket: number | string, person: number | string) => {
  const name = `portal-draft:${person}:${ticket}`;
  return {
    /** Name of its entry in the browser. */
    name,
    read(): Draft | null {
      try {
        const draft: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
        return isDraft(draft) ? withoutPictures(draft) : null;
      } catch {
        return null;
      }
    },
    /** @returns true if the browser keeps it; else the draft lives as long as the page */
    write(draft: Draft): boolean {
      try {
        localStorage.setItem(name, JSON.stringify(draft));
        return true;
      } catch {
        return false;
      }
    },
    remove(): void {
      try {
        localStorage.removeItem(name);
      } catch {
        // A browser that keeps nothing has nothing to remove.
      }
    },
  };
};

interface Carrying {
  readonly from: number | string;
  readonly to: number | string;
  readonly person: number | string;
}

/**
 * Moves a person's draft to the ticket that theirs was merged into, below a draft that is already there. The result is an
 * internal note if either was: a note must not become a mail.
 *
 * @returns true if there was a draft, and the browser keeps it there
 */
export const carryDraft = ({ from, to, person }: Carrying): boolean => {
  const [source, target] = [draftStore(from, person), draftStore(to, person)];
  const [carried, present] = [source.read(), target.read()];
  if (!carried) return false;
  const isKept = target.write({
    body: present ? joined(present.body, carried.body) : carried.body,
    internal: carried.internal || (present?.internal ?? false),
    key: newKey(),
    at: new Date().toISOString(),
  });
  if (isKept) source.remove();
  return isKept;
};

type Body = DefaultTypedEditorState;

const joined = (first: Body, second: Body): Body => ({
  ...first,
  root: { ...first.root, children: [...first.root.children, ...second.root.children] },
});

/** Removes the pictures from a draft of an earlier version, whose editor could hold them. */
const withoutPictures = (draft: Draft): Draft => {
  const children = draft.body.root.children.filter(({ type }) => type !== 'upload');
  return { ...draft, body: { ...draft.body, root: { ...draft.body.root, children } } };
};

const isDraft = (value: unknown): value is Draft => {
  const { body, internal, key, at } = Object(value) as Partial<Draft>;
  return (
    typeof body === 'object' &&
    hasText(body) &&
    typeof internal === 'boolean' &&
    typeof key === 'string' &&
    typeof at === 'string'
  );
};

/** True if an editor holds more than empty paragraphs. */
export const hasText = (body: DefaultTypedEditorState | undefined): boolean =>
  (body?.root?.children ?? []).some((node) => {
    const { type, children } = node as { type: string; children?: readonly unknown[] };
    return type !== 'paragraph' || (children?.length ?? 0) > 0;
  });

/** A random key. `crypto.randomUUID` does not exist on a page without TLS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The key of a submission. The same draft with the same text has the same key, so a text that is sent twice is stored once;
 * after a change it is another submission.
 */
export const answerKey = ({ key, body, internal }: Omit<Draft, 'at'>): string => {
  let sum = 0;
  for (const character of JSON.stringify([body, internal])) sum = (sum * 31 + character.charCodeAt(0)) | 0;
  return `${key}-${(sum >>> 0).toString(36)}`;
};
