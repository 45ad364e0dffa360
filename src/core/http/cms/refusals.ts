import type { PayloadRequest } from 'payload';
import { type ApiError, toApiError } from '../../shared/errors/errors.ts';
import { textsBy } from '../../texts/text.ts';
import { requestIdOf } from '../headers.ts';
import type { RequestLimit } from '../rate-limit/rateLimit.ts';
import { errorResponse, toResponse } from '../response.ts';

/** The response of the portal to a request that the CMS does not get. */
export const refusalResponse = (req: PayloadRequest, error: ApiError): Response => {
  const { headers } = req;
  return toResponse(
    errorResponse(error, {
      requestId: requestIdOf(headers),
      accept: headers.get('Accept'),
      t: textsBy(req.t),
    }),
  );
};

/** Serves a download, which does not count unless it is refused: a stranger can have any number of them refused. */
export const countIfRefused = async (
  req: PayloadRequest,
  limit: RequestLimit,
  serve: () => Promise<Response>,
): Promise<Response> => {
  const tooMany = (): Response | null => {
    try {
      limit.countCaller();
      return null;
    } catch (error) {
      return refusalResponse(req, toApiError(error));
    }
  };
  try {
    const response = await serve();
    return (isRefusal(response) ? tooMany() : null) ?? response;
  } catch (error) {
    const refusal = isRefusal(error) ? tooMany() : null;
    if (refusal === null) throw error;
    return refusal;
  }
};

/** True for a response, or an error of the CMS, that is the fault of who asks. */
const isRefusal = (outcome: unknown): boolean => {
  const { status } = Object(outcome) as { readonly status?: unknown };
  return typeof status === 'number' && status >= 400 && status < 500;
};
