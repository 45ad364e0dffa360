import { withSuffix } from '../../../core/shared/text/fileName.ts';

/** Characters that mean something in a path on some system. */
const special = /[\\/:*?"<>|\p{Cc}]/gu;

/** The names of devices on Windows, whatever their ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * The names of files in a zip, in their order: none leads out of the folder into which it is unpacked, and equal ones get
 * ` (2)`, ` (3)`, … also if they differ only in capitals, which some systems do not tell apart.
 */
export const zipNames = (names: readonly string[]): readonly string[] => {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((given) => {
    const name = safeName(given);
    let count = counts.get(keyOf(name)) ?? 0;
    let free: string;
    do {
      count += 1;
      free = count === 1 ? name : withSuffix(name, ` (${count})`);
    } while (taken.has(keyOf(free)));
    counts.set(keyOf(name), count);
    taken.add(keyOf(free));
    return free;
  });
};

const safeName = (given: string): string => {
  const name = given
    .toWellFormed()
    .replace(special, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  if (name === '') return '_';
  return withSuffix(device.test(name) ? `_${name}` : name, '');
};

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();
