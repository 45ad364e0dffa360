import type { Status } from '../../tickets/vocabulary.ts';
import type { Tone } from '../shared/StatusPill.tsx';

const tones: Readonly<Record<Status, Tone>> = {
  open: 'warning',
  in_progress: 'warning',
  resolved: 'good',
  closed: 'neutral',
};

export const toneOf = (status: Status): Tone => tones[status];
