import { dayMilliseconds } from '../../api-keys/expiry.ts';

/** How long a key may last; `date` is a day of one's own choice. */
export type ExpiryPreset = '30' | '90' | '365' | 'date';

export const expiryPresets: readonly { readonly value: ExpiryPreset; readonly label: string }[] = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'date', label: 'Until a day of my choice' },
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
