import type { z } from 'zod';
import type { TranslateText } from '../../../core/texts/text.ts';
import type { Tone } from '../../../core/ui/parts/words/words.tsx';
import type { uploadRequest } from '../operations/request.ts';
import type { ItemState } from '../record/items.ts';
import type { RequestStatus } from '../vocabulary.ts';

/** An upload request as the API returns it. */
export type UploadRequest = z.output<typeof uploadRequest>;

export type RequestedItem = UploadRequest['items'][number];

const tones: Readonly<Record<RequestStatus, Tone>> = {
  open: 'warning',
  completed: 'good',
  closed: 'neutral',
  expired: 'bad',
};

export const toneOf = (status: RequestStatus): Tone => tones[status];

const itemTones: Readonly<Record<ItemState, Tone>> = {
  missing: 'warning',
  received: 'good',
  rejected: 'bad',
};

export const toneOfItem = (state: ItemState): Tone => itemTones[state];

/** The recipients to whom a mail goes: no one whose address was erased. */
export const mailedRecipients = ({ recipients }: Pick<UploadRequest, 'recipients'>): readonly string[] =>
  recipients.filter(({ email }) => email.includes('@')).map(({ id }) => id);

/** The number of recipients who are told that an item was rejected: who sent its files, or everyone if no recipient did. */
export const countToldOfRejection = (
  request: Pick<UploadRequest, 'recipients' | 'files'>,
  itemId: string,
): number => {
  const senders = request.files
    .filter(({ item_id, rejected }) => item_id === itemId && !rejected)
    .flatMap(({ recipient_id }) => recipient_id ?? []);
  const mailed = mailedRecipients(request);
  return (senders.length > 0 ? mailed.filter((id) => senders.includes(id)) : mailed).length;
};

interface Described {
  readonly items: readonly Pick<RequestedItem, 'label' | 'state'>[];
  readonly received_files: number;
}

/** A sentence that says what is missing. */
export const describeMissing = ({ items, received_files }: Described, t: TranslateText): string => {
  if (items.length === 0) return t('uploadRequests:admin:received', { count: received_files });
  const missing = items.filter(({ state }) => state !== 'received');
  if (missing.length === 0) return t('uploadRequests:admin:missing:nothing');
  const labels = missing.map(({ label }) => label).join(', ');
  return t('uploadRequests:admin:missing:some', { count: missing.length, total: items.length, labels });
};
