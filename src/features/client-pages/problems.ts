import type { TextKey } from '../../core/texts/text.ts';
import type { ApiResponse } from '../client-sessions/feature.ts';
import type { Visit } from './visit.ts';

/** A problem with a form. */
export interface Problem {
  readonly message: string;
  /** The field that it is about; null for the whole form. */
  readonly field: string | null;
}

/** Sentences for errors about the key of a form, of which a person knows nothing. */
const aboutKeys: Readonly<Record<string, TextKey>> = {
  idempotency_in_flight: 'clientPages:errors:stillSending',
  idempotency_mismatch: 'clientPages:errors:alreadySent',
};

/** True for a fault on our side. A full disk (507) has a sentence of its own. */
const isFault = (status: number): boolean => status >= 500 && status !== 507;

/** The sentence of a refusal of the API. */
export const messageIn = ({ t }: Visit, { status, body }: Pick<ApiResponse, 'status' | 'body'>): string => {
  const key = aboutKeys[body?.error];
  if (key) return t(key);
  return isFault(status) ? t('clientPages:away') : String(body?.details?.[0]?.message ?? body?.message ?? '');
};

/** The problems that a response of the API names. */
export const problemsIn = (
  visit: Visit,
  answer: Pick<ApiResponse, 'status' | 'body'>,
  fields: readonly string[] = [],
): readonly Problem[] => {
  const details = (answer.body?.details ?? []) as { path: string; message: string }[];
  if (isFault(answer.status) || details.length === 0)
    return [{ field: null, message: messageIn(visit, answer) }];
  return details.map(({ path, message }) => ({ field: fields.includes(path) ? path : null, message }));
};
