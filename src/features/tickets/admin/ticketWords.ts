import type { Tone } from '../../../core/ui/parts/words/words.tsx';
import type { Status } from '../vocabulary.ts';

const tones: Readonly<Record<Status, Tone>> = {
  open: 'warning',
  in_progress: 'warning',
  resolved: 'good',
  closed: 'neutral',
};

export const toneOf = (status: Status): Tone => tones[status];
