/** Where the app's admin config tells the portal's parts of the admin UI what they have to know. */
export const portalCustom = 'payload-support-portal';

export interface AdminCustom {
  readonly [portalCustom]: { readonly prefix: string };
}
