import type { Payload, PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { publicOrigin } from '../../core/request/publicOrigin.ts';
import { ApiError } from '../../core/shared/errors/errors.ts';
import { say } from '../../core/texts/say.ts';
import { clientPageLink, clientPagePath } from '../client-sessions/feature.ts';
import type { LinkKind } from './linkKind.ts';

/** @throws {ApiError} `conflict` if no link could lead anywhere: without client pages, or without an own address */
export const assertLinkable = (payload: Payload, portal: PortalContext): void => {
  if (clientPagePath(portal, '') === null) throw new ApiError('conflict', say('links:errors:noPages'));
  if (publicOrigin(payload) === null) throw new ApiError('conflict', say('links:errors:noAddress'));
};

/** The address of a link's page, for the response to a request. */
export const linkUrl = (
  { payload, origin }: PayloadRequest,
  portal: PortalContext,
  { page }: Pick<LinkKind, 'page'>,
  token: string,
): string => `${publicOrigin(payload) ?? origin}${clientPagePath(portal, `${page}/${token}`)}`;

/** The address of a link for a mail; null if the app does not know its own address. */
export const mailedLinkUrl = (
  payload: Payload,
  portal: PortalContext,
  { page }: Pick<LinkKind, 'page'>,
  token: string,
): string | null => clientPageLink(payload, portal, `${page}/${token}`);
