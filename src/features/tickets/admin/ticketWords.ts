import type { Tone } from '../../../core/ui/parts/words/words.tsx';
import type { Status } from '../vocabulary.ts';

const tones: Readonly<Record<Status, Tone>> = {
  open: 'warning',
  in_progress: 'warning',
  resolved: 'good',
  closed: 'neutral',
};

export const toneOf = (status: Status): Tone => tones[status];

/** The number of a ticket, as people write it: `12`, `#12`, or `[#12]` as in the subject of a mail. */
export const numberOf = (text: string): string =>
  text
    .trim()
    .replace(/^\[?#?/, '')
    .replace(/\]$/, '');
