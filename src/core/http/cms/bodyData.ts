import type { PayloadRequest } from 'payload';
import { ApiError } from '../../shared/errors/errors.ts';
import { say } from '../../texts/say.ts';

const notAnObject = (): ApiError => new ApiError('bad_request', say('errors:notAnObject'));

/** @throws {ApiError} `bad_request` for a JSON text that is no object, neither null nor empty. The text is not parsed. */
export const assertObjectText = (json: string): void => {
  if (!/^\s*(?:\{|(?:null\s*)?$)/.test(json)) throw notAnObject();
};

/**
 * Rejects data that is no object as soon as the CMS has read it, be it from a form, an upload, or the parameters of a GET. The CMS
 * copies the data of a request member by member, and takes each character of a text for one.
 *
 * @throws {ApiError} `bad_request` at once if such data was read already. Otherwise the CMS gets the error, as it sets the data.
 */
export const takeObjectsAlone = (req: PayloadRequest): void => {
  let data: PayloadRequest['data'];
  const take = (value: unknown): void => {
    const isNothing = value === undefined || value === null;
    if (!isNothing && (typeof value !== 'object' || Array.isArray(value))) throw notAnObject();
    data = value as PayloadRequest['data'];
  };
  take(req.data);
  Object.defineProperty(req, 'data', { configurable: true, enumerable: true, get: () => data, set: take });
};
