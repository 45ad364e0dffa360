import { isErrorOfCms, problemsOf } from './cmsErrors.ts';
import { ApiError, type ApiErrorCode, errorTable, isApiError, validationFailed } from './errors.ts';
import { sqlStateOf } from './sqlState.ts';

/** What any error means to a client: refusals of the CMS as ours, everything else as a fault on our side. */
export const toApiError = (error: unknown): ApiError => {
  if (isApiError(error)) return error;
  const problems = problemsOf(error);
  if (problems) return validationFailed(problems);
  if (sqlStateOf(error) === missingReference)
    return new ApiError('conflict', 'A record that this belongs to was deleted meanwhile.');
  if (!isErrorOfCms(error)) return unexpected(error);
  const code = refusals.find((known) => errorTable[known].status === error.status);
  return code ? new ApiError(code, error.message) : unexpected(error);
};

/** SQLSTATE of a foreign key that leads nowhere. */
const missingReference = '23503';

/** What the CMS refuses by a status of its own. */
const refusals: readonly ApiErrorCode[] = ['forbidden', 'not_found'];

const unexpected = (cause: unknown): ApiError =>
  new ApiError('internal_error', 'Something went wrong on our side. Quote the request_id to support.', {
    cause,
  });
