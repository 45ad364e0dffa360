import type { Refusal } from './portalApi.ts';

/** What the API refused, each sentence at the name of its field; at `''` what belongs to none of them. */
export type Problems = Readonly<Record<string, string>>;

/** Places what the API refused at the fields of a form. */
export const placeProblems = (refusal: Refusal, fields: readonly string[]): Problems => {
  const placed = refusal.details.flatMap(({ path, message }) => {
    const [field = ''] = path.split('.');
    return fields.includes(field) ? [[field, message]] : [];
  });
  return placed.length > 0 ? Object.fromEntries(placed) : { '': sentenceOf(refusal) };
};

/** What was refused in one sentence, without the names of parameters that no form shows. */
export const sentenceOf = ({ details, message }: Refusal): string =>
  details.map((detail) => detail.message).join(' ') || message;
