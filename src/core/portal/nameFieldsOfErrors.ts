import type { AfterErrorHook, CollectionConfig } from 'payload';
import { isApiError, isDiskFull, toApiError } from '../shared/errors/errors.ts';
import { inWords } from '../texts/say.ts';
import { textsBy } from '../texts/text.ts';

/**
 * The CMS's own REST, and so its admin UI, shows an error in the language of the request, and names an invalid input by the
 * CMS's field: `organization`.
 */
export const nameFieldsOfErrors = (collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  hooks: { ...collection.hooks, afterError: [nameFields, ...(collection.hooks?.afterError ?? [])] },
});

const nameFields: AfterErrorHook = ({ error: thrown, req, result }) => {
  const error = isDiskFull(thrown) ? toApiError(thrown) : thrown;
  if (!isApiError(error)) return;
  const { status } = error;
  const t = textsBy(req.t);
  if (!error.details)
    return { status, response: { ...result, errors: [{ message: inWords(error.sentence, t) }] } };
  const errors = error.details.map(({ path, message }) => ({
    path: path.replace(/_id$/, ''),
    message: inWords(message, t),
  }));
  const message = errors.map((detail) => detail.message).join(' ');
  return { response: { ...result, errors: [{ name: error.name, data: { errors }, message }] } };
};
