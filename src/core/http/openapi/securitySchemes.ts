/** A kind of credential, as OpenAPI describes it. */
export type SecurityScheme = { readonly description: string } & (
  | { readonly type: 'http'; readonly scheme: 'basic' | 'bearer'; readonly bearerFormat?: string }
  | { readonly type: 'apiKey'; readonly in: 'cookie' | 'header'; readonly name: string }
);

/** Kinds of credentials, by the names by which operations require them. */
export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/** The sessions of the CMS, which belong to no feature. */
const cmsSessions = (cookiePrefix: string): SecuritySchemes => ({
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: `${cookiePrefix}-token`,
    description: 'The cookie of a login to the admin UI. Its `Origin` must be the portal’s own.',
  },
  sessionToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of a login, which `POST /api/users/login` returns.',
  },
});

/** All kinds of credentials, each feature's together: users' first, as each operation of `/v1` names them, then by name. */
export const listSecuritySchemes = (
  declared: readonly SecuritySchemes[],
  cookiePrefix: string,
): SecuritySchemes => {
  const groups = declared.toSorted((one, other) => (firstNameOf(one) < firstNameOf(other) ? -1 : 1));
  const { apiKey, ...others }: SecuritySchemes = Object.assign({}, ...groups);
  return { ...(apiKey && { apiKey }), ...cmsSessions(cookiePrefix), ...others };
};

const firstNameOf = (schemes: SecuritySchemes): string => Object.keys(schemes)[0] ?? '';
