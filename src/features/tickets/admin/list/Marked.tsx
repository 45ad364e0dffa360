interface MarkedProps {
  readonly text: string;
  /** The words that a search looks for, as a whole. */
  readonly words: string | undefined;
}

/** A text in which what a search has found is marked. */
export const Marked = ({ text, words }: MarkedProps) => {
  if (words === undefined || words === '') return text;
  const pattern = new RegExp(`(${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, 'giu');
  return (
    text
      .split(pattern)
      // Every second part is one that was found.
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else, and no state
      .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
  );
};
