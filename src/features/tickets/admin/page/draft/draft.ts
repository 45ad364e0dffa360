import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import type { Mention } from '../editor/mentions.ts';
import { readEntry, removeEntry, writeEntry } from './kept.ts';

/** A file that was uploaded for a reply: until that is sent, clients do not see it. */
export interface DraftFile {
  readonly id: number | string;
  readonly name: string;
  readonly filesize: number;
}

/** A text that was typed and not sent, with its files. */
export interface Draft {
  readonly body: DefaultTypedEditorState;
  readonly files: readonly DraftFile[];
  readonly internal: boolean;
  /** The colleagues whom the text mentions, or has mentioned. */
  readonly mentions: readonly Mention[];
  /** Made for each draft: see {@link submissionKey}. */
  readonly key: string;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Keeps the draft of one person on one ticket, in the browser: it outlives a reload, the end of a session and an outage of
 * the server. All composers follow each change.
 *
 * @param by the composer that changes it, which is not told
 */
export const draftStore = (ticket: number | string, person: number | string, by?: object) => {
  const name = `portal-draft:${person}:${ticket}`;
  return {
    /** Name of its entry in the browser. */
    name,
    read(): Draft | null {
      const draft = readEntry(name);
      return isDraft(draft)
        ? withoutPictures({ ...draft, files: draft.files ?? [], mentions: draft.mentions ?? [] })
        : null;
    },
    /** @returns true if the browser keeps it; else the draft lives as long as the page */
    write: (draft: Draft): boolean => writeEntry(name, draft, by),
    /** Writes a draft, or removes an empty one. Returns as `write`. */
    keep(draft: Draft): boolean {
      if (!isEmpty(draft)) return this.write(draft);
      this.remove();
      return true;
    },
    remove: (): void => removeEntry(name, by),
  };
};

type Body = DefaultTypedEditorState;

/** Removes the pictures from a draft of an earlier version, whose editor could hold them. */
const withoutPictures = (draft: Draft): Draft => {
  const children = draft.body.root.children.filter(({ type }) => type !== 'upload');
  return { ...draft, body: { ...draft.body, root: { ...draft.body.root, children } } };
};

/** Text without a letter, for a draft that has files alone. */
export const emptyBody: Body = {
  root: { type: 'root', version: 1, direction: null, format: '', indent: 0, children: [] },
};

/** A draft of an earlier version has no files and no mentions. */
type StoredDraft = Omit<Draft, 'files' | 'mentions'> & Partial<Pick<Draft, 'files' | 'mentions'>>;

const isDraft = (value: unknown): value is StoredDraft => {
  const { body, files = [], mentions = [], internal, key, at } = Object(value) as Partial<Draft>;
  return (
    typeof body === 'object' &&
    Array.isArray(files) &&
    Array.isArray(mentions) &&
    !isEmpty({ body, files }) &&
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

/** True for a draft without words and files. */
export const isEmpty = ({ body, files }: Pick<Draft, 'body' | 'files'>): boolean =>
  !hasText(body) && files.length === 0;

/** The text that an editor begins with; none if there is no letter in it. */
export const editable = (draft: Pick<Draft, 'body'> | null): Body | undefined =>
  draft && hasText(draft.body) ? draft.body : undefined;

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

interface Following {
  /** The draft that the browser keeps, as another tab has changed it. */
  readonly there: Draft | null;
  readonly shown: { readonly body: Body | undefined; readonly internal: boolean };
  readonly isWriting: boolean;
}

interface TakenOver {
  readonly files: readonly DraftFile[];
  readonly internal: boolean;
  readonly isOtherText: boolean;
  /** The nodes that stand below the shown text now, if nothing else has changed. */
  readonly added: Body['root']['children'] | null;
}

/** The parts of another tab's draft that a composer shows, too. A text that is being written stays, unless the draft is gone. */
export const takenOver = ({ there, shown, isWriting }: Following): TakenOver => ({
  files: there?.files ?? [],
  internal: there?.internal ?? shown.internal,
  isOtherText: (there === null || !isWriting) && !isSame(editable(there), shown.body),
  added: addedTo(shown.body, editable(there)),
});

/** The end of a text that begins with another one; null for any other text, and for one without a beginning. */
const addedTo = (shown: Body | undefined, there: Body | undefined): Body['root']['children'] | null => {
  const [before, after] = [shown, there].map((body) => body?.root.children ?? []);
  if (!before?.length || !after || after.length <= before.length) return null;
  return isSame(after.slice(0, before.length), before) ? after.slice(before.length) : null;
};

/**
 * The key of a submission. The same draft with the same text and files has the same key, so a text that is sent twice is stored once;
 * after a change it is another submission.
 */
export const submissionKey = ({ key, body, internal, files, mentions }: Omit<Draft, 'at'>): string => {
  let sum = 0;
  const people = mentions.map(({ id }) => `@${id}`);
  for (const character of JSON.stringify([body, internal, ...files.map(({ id }) => id), ...people]))
    sum = (sum * 31 + character.charCodeAt(0)) | 0;
  return `${key}-${(sum >>> 0).toString(36)}`;
};
