import type { Access } from 'payload';
import { maySaveSettings } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';

/** Keeps out editors, who read Settings, and everyone who is not staff. */
export const saveSettings =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) =>
    maySaveSettings(principalOf(req.user));
