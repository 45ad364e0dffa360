import type { Status } from '../../tickets/vocabulary.ts';
import type { Tone } from '../shared/StatusPill.tsx';

/** A value of a ticket's select as people read it, such as `In progress`. */
export const wordsFor = (value: string): string =>
  value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ');

const tones: Readonly<Record<Status, Tone>> = {
  open: 'warning',
  in_progress: 'warning',
  resolved: 'good',
  closed: 'neutral',
};

export const toneOf = (status: Status): Tone => tones[status];
