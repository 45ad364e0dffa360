import type { z } from 'zod';
import type { TranslateText } from '../../../core/texts/text.ts';
import type { Tone } from '../../../core/ui/parts/words/words.tsx';
import type { transfer } from '../operations/transfer.ts';
import type { TransferStatus } from '../vocabulary.ts';

/** A transfer as the API returns it. */
export type Transfer = z.output<typeof transfer>;

const tones: Readonly<Record<TransferStatus, Tone>> = {
  draft: 'warning',
  ready: 'good',
  expired: 'bad',
  revoked: 'neutral',
};

export const toneOf = (status: TransferStatus): Tone => tones[status];

/** A sentence that answers whether the files were fetched. */
export const describeFetched = (
  { status, recipients }: Pick<Transfer, 'status' | 'recipients'>,
  t: TranslateText,
): string => {
  if (status === 'draft') return t('transfers:admin:fetched:notSent');
  const [first] = recipients;
  if (!first) return t('transfers:admin:fetched:byLink');
  const fetched = recipients.filter(({ downloaded_at }) => downloaded_at !== null);
  const values = { count: fetched.length, total: recipients.length, name: first.name || first.email };
  if (recipients.length === 1) {
    if (fetched.length === 1) return t('transfers:admin:fetched:one', values);
    return t(
      first.opened_at ? 'transfers:admin:fetched:oneOpened' : 'transfers:admin:fetched:oneNot',
      values,
    );
  }
  if (fetched.length === recipients.length) return t('transfers:admin:fetched:all', values);
  return t(fetched.length === 0 ? 'transfers:admin:fetched:none' : 'transfers:admin:fetched:some', values);
};
