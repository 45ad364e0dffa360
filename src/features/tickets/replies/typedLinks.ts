import type { SerializedEditorState, SerializedLexicalNode } from '@payloadcms/richtext-lexical/lexical';
import { addressesIn, mostAddresses } from '../../../core/shared/text/addresses.ts';

type Node = SerializedLexicalNode & { readonly text?: string; readonly children?: readonly Node[] };

/**
 * A reply's rich text for its readers, in which the first hundred addresses that were typed are links. The editor makes none of them: the CMS's looks for
 * addresses at each letter, in time that grows with the square of a word, and a long one held the browser up for half a minute.
 */
export const withTypedLinks = (richText: SerializedEditorState): SerializedEditorState => {
  // An app's own code may have stored something else.
  const children: unknown = richText?.root?.children;
  if (!Array.isArray(children)) return richText;
  let left = mostAddresses;
  const linked = (node: Node): readonly Node[] => {
    const { type, text, children } = node;
    if (type === 'text' && text !== undefined) {
      const parts = addressesIn(text, left);
      left -= parts.filter(({ href }) => href !== null).length;
      return parts.map((part) => partOf(node, part));
    }
    if (type === 'link' || type === 'autolink' || !children) return [node];
    return [{ ...node, children: children.flatMap(linked) }];
  };
  return { ...richText, root: { ...richText.root, children: (children as Node[]).flatMap(linked) } };
};

/** A part of a text node, in its format. */
const partOf = (node: Node, { text, href }: ReturnType<typeof addressesIn>[number]): Node => {
  const words = { ...node, text };
  if (href === null) return words;
  return {
    ...{ type: 'autolink', version: 2, direction: null, format: '', indent: 0 },
    ...{ fields: { linkType: 'custom', url: href, newTab: true }, children: [words] },
  } as Node;
};
