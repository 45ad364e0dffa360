import { newKey } from '../../../../../core/ui/requests/newKey.ts';
import { type Draft, emptyBody, isSame } from './draft.ts';

/** A text with its files, as it was sent. */
export interface SentParts {
  readonly body: Draft['body'];
  readonly file_ids: readonly string[];
}

/** The part of a draft that was not sent: the words that come after the sent ones, or all if it begins otherwise. */
export const leftOf = <Shown extends Pick<Draft, 'body' | 'files'>>(
  draft: Shown,
  sent: SentParts,
): Shown & Pick<Draft, 'key'> => ({
  ...draft,
  body: textAfter(draft.body, sent.body),
  files: draft.files.filter(({ id }) => !sent.file_ids.includes(String(id))),
  key: newKey(),
});

const textAfter = (whole: Draft['body'], begin: Draft['body']): Draft['body'] => {
  const rest = nodesAfter(whole.root as Node, begin.root as Node);
  if (rest === null) return whole;
  return rest[0] ? { ...whole, root: rest[0] as typeof whole.root } : emptyBody;
};

/** A node of a text. */
interface Node {
  readonly type: string;
  readonly text?: string;
  readonly children?: readonly Node[];
}

/** The rest of a node after its beginning: none if that is all; null if it begins otherwise. */
const nodesAfter = (whole: Node, begin: Node): readonly Node[] | null => {
  if (isSame(whole, begin)) return [];
  if (whole.type !== begin.type) return null;
  if (whole.text !== undefined) {
    const { text = '' } = begin;
    if (!whole.text.startsWith(text)) return null;
    return filled({ ...whole, text: whole.text.slice(text.length).trimStart() });
  }
  return childrenAfter(whole, begin);
};

/** All children but the last one of the beginning stand in both: that one may have been written on. */
const childrenAfter = (whole: Node, begin: Node): readonly Node[] | null => {
  const [present, former] = [whole.children ?? [], begin.children ?? []];
  const before = former.length - 1;
  const [own, last] = [present[before], former[before]];
  if (!last) return [whole];
  if (!own || !isSame(present.slice(0, before), former.slice(0, before))) return null;
  const rest = nodesAfter(own, last);
  return rest && filled({ ...whole, children: [...rest, ...present.slice(former.length)] });
};

const filled = (node: Node): readonly Node[] => ((node.text ?? node.children)?.length === 0 ? [] : [node]);
