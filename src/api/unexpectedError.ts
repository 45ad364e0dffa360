import { ApiError } from '../shared/errors.ts';

export const unexpectedError = (cause: unknown): ApiError =>
  new ApiError('internal_error', 'Something went wrong on our side. Quote the request_id to support.', {
    cause,
  });
