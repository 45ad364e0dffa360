interface Texts {
  readonly from: string | null;
  readonly to: string | null;
}

/** In code points. */
const longest = 500;

/** How much of what both have in common goes before the first difference, in code points. */
const lead = 60;

/** Cuts two versions of a text to the part from which they differ, so that little is stored. */
export const excerptsOf = ({ from, to }: Texts): Texts => {
  const [before, after] = [[...(from ?? '')], [...(to ?? '')]];
  if (before.length <= longest && after.length <= longest) return { from, to };
  const differs = before.findIndex((character, index) => character !== after[index]);
  const start = Math.max(0, (differs < 0 ? before.length : differs) - lead);
  const cut = (text: string | null, characters: readonly string[]) =>
    text === null ? null : excerptOf(characters, start);
  return { from: cut(from, before), to: cut(to, after) };
};

const excerptOf = (characters: readonly string[], start: number): string => {
  const end = start + longest;
  const middle = characters.slice(start, end).join('');
  return `${start > 0 ? '…' : ''}${middle}${end < characters.length ? '…' : ''}`;
};
