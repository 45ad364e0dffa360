/** The global that holds the portal's Settings. */
export const settingsSlug = 'portal-settings';
