import type { TestPortal } from '../portal/payload.ts';

/** Sets the notification address in Settings. */
export const notifyAt = ({ payload }: Pick<TestPortal, 'payload'>, notificationEmail: string | null) =>
  payload.updateGlobal({
    slug: 'portal-settings' as never,
    data: { notifications: { notificationEmail } } as never,
    overrideAccess: true,
  });
