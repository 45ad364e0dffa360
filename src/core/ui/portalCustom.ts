import type { Slugs } from '../options/slugs.ts';

/** The key in the app's `admin.custom` that passes the API's prefix and the collections' slugs to client components. */
export const portalCustom = 'payload-support-portal';

export interface AdminCustom {
  readonly [portalCustom]: { readonly prefix: string; readonly slugs: Slugs };
}
