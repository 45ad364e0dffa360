import type { TextKey } from '../../../core/texts/text.ts';
import { dayMilliseconds } from '../expiry.ts';

/** Lifetimes that the form offers; `date` is a day of the user's choice. */
export type ExpiryPreset = '30' | '90' | '365' | 'date';

export const expiryPresets: readonly { readonly value: ExpiryPreset; readonly text: TextKey }[] = [
  { value: '30', text: 'apiKeys:expiry:days30' },
  { value: '90', text: 'apiKeys:expiry:days90' },
  { value: '365', text: 'apiKeys:expiry:year' },
  { value: 'date', text: 'apiKeys:expiry:ownDay' },
];

/** The moment at which a key of that preset ends; null while the day is not chosen yet. */
export const expiryOf = (preset: ExpiryPreset, date: Date | null, now: Date): Date | null =>
  preset === 'date' ? date && endOfDay(date) : new Date(now.getTime() + Number(preset) * dayMilliseconds);

/** A key works until the end of its last day in its maker's time zone. */
const endOfDay = (day: Date): Date => {
  const end = new Date(day);
  end.setHours(23, 59, 59, 999);
  return end;
};
