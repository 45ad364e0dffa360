interface Routed {
  readonly config: { readonly routes: { readonly api: string } };
}

interface Prefixed {
  readonly options: { readonly prefix: string };
}

/** The beginning of the addresses of the portal's API, such as `/api`, before `/v1` and `/portal/v1`. */
export const apiRouteOf = ({ config }: Routed, { options }: Prefixed): string =>
  `${config.routes.api}${options.prefix}`;
