import type { Api, Filter, Output } from './api.ts';
import type { CallOptions } from './options.ts';
import type { Organization } from './types.ts';

export type User = Output<'list_users'>['data'][number];

export const organizationsOf = ({ list }: Api) => ({
  /** The organizations in reach, newest first. Only keys of staff can use it. */
  list: (filter?: Filter<'list_organizations'>, options?: CallOptions) =>
    list<Organization>('/v1/organizations', filter, options),
});

export const usersOf = ({ list }: Api) => ({
  /** The people in reach, newest first. Only keys of staff can use it. */
  list: (filter?: Filter<'list_users'>, options?: CallOptions) => list<User>('/v1/users', filter, options),
});
