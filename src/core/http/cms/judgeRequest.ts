import type { PayloadRequest } from 'payload';
import { isTeam, type Principal } from '../../access/roles.ts';
import type { PortalContext } from '../../context.ts';
import { unaskable } from '../../database/queryBounds.ts';
import { ApiError, toApiError } from '../../shared/errors/errors.ts';
import { assertSessionFound } from '../credentials.ts';
import { assertPersonOfPage } from '../pagePerson.ts';
import type { RequestLimit } from '../rate-limit/rateLimit.ts';
import { assertRoomForChange } from '../upload/diskRoom.ts';
import { holdBody } from '../waitingBodies.ts';
import { takeObjectsAlone } from './bodyData.ts';
import { boundBody } from './boundBody.ts';
import { type EndpointRules, isChange } from './endpointRules.ts';
import { assertFriendlyOrigin } from './loginOrigin.ts';
import { boundPreference } from './preferences.ts';
import { admitUpload } from './uploadForm.ts';

interface Judged {
  readonly req: PayloadRequest;
  readonly rules: EndpointRules;
  readonly limit: RequestLimit;
  readonly principal: Principal | null;
  readonly isUpload: boolean;
  readonly portal: PortalContext;
}

/** Checks all that can be known of a request before it is served. @returns the reason of a refusal, or null */
export const judge = async ({
  req,
  rules,
  limit,
  principal,
  isUpload,
  portal,
}: Judged): Promise<ApiError | null> => {
  try {
    limit.countCaller();
    assertNoLongTexts(req);
    takeObjectsAlone(req);
    await assertSessionFound(req);
    assertPersonOfPage(req);
    if (rules.beginsSession) assertFriendlyOrigin(req, portal.options.cors);
    if (isUpload) await admitUpload(req, portal);
    else {
      const bound = rules.takesPreferences ? boundPreference : boundBody;
      holdBody(req, principal, await bound(req, isTeam(principal)));
    }
    if (isChange(req)) await assertRoomForChange(portal, portal.principalOf(req.user));
    return null;
  } catch (error) {
    return toApiError(error);
  }
};

/** The longest parameter that may be a text in the place of an object, such as `joins=false`. */
const longestText = 100;

/** The CMS takes a text in these places for an object, and makes another one for each of its characters. */
const assertNoLongTexts = ({ query }: PayloadRequest): void => {
  for (const value of [query?.joins, query?.select])
    if (typeof value === 'string' && value.length > longestText) throw new ApiError('bad_request', unaskable);
};
