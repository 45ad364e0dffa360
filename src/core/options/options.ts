import type { TypedUser } from 'payload';
import type { AccessOptions, Role } from '../access/roles.ts';
import type { RecordId } from '../shared/values/ids.ts';
import type { CollectionsOptions } from './collections.ts';

/** The hooks of the option `hooks`. A feature adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: the features fill it.
export interface HookOptions {}

/** The options of the plugin. A feature adds its own by declaration merging, in its `options.ts`. */
export interface SupportPortalOptions {
  /**
   * The portal's collections: other slugs, fields of the app's own, overrides; or the app's own users and organizations.
   *
   * @default the portal's own, but the app's users and organizations if it has collections of these slugs
   */
  collections?: CollectionsOptions;
  roles?: {
    /**
     * Technical roles beside `developer` and `technician`. Like these they are full-access staff: they read the email log
     * and change Settings, and may not purge. They must not include one of the portal's own roles.
     *
     * @default []
     */
    technical?: readonly string[];
    /**
     * Says which role a user has, for an app whose users carry no `role` field. Null keeps the user out. Asked for
     * each request, so it has to be quick; `user` has the fields of the collection, relationships as ids or documents.
     *
     * @default the field `role` of the portal's own users; no role for users of the app
     */
    resolve?: (args: { user: TypedUser }) => Role | null;
    /**
     * Says which organizations a client or a representative belongs to.
     *
     * @default the user's field `organization` (clients) or `organizations` (representatives)
     */
    organizationsOf?: (args: { user: TypedUser }) => readonly RecordId[];
  };
  /**
   * Takes rights away from a role: one function for each of the API's scopes, asked after the portal's own gates, for
   * sessions, API keys and the CMS's APIs alike. It cannot grant a right that the role does not have.
   *
   * @default the rights of the roles
   */
  access?: AccessOptions;
  /**
   * A prefix for `/v1` and `/portal/v1` below the app's API route, such as `/support`, for an app that has addresses or
   * collections of these names.
   *
   * @default ''
   */
  prefix?: string;
  /**
   * Functions of the app that the portal calls. Each feature adds its own.
   *
   * @default none
   */
  hooks?: HookOptions;
  rateLimit?: {
    /**
     * Requests of the API, of GraphQL and of the CMS's REST for the portal's collections that one key, one user by their
     * session, or one address without either may make in a minute. Over several instances counting may lag by a second.
     * 0 is no limit, not even of mails for a new password.
     *
     * @default 600
     */
    perMinute?: number;
  };
  /**
   * Origins whose pages may use the API from a browser, such as `https://app.example.com`; `'*'` is all of them.
   * Concerns `/v1` and `/portal/v1` alone, unlike `cors` of the app's own config.
   *
   * @default []
   */
  cors?: readonly string[] | '*';
  /**
   * The processes that do background work: jobs such as mails about tickets, and every day at 03:15 UTC the pruning of the
   * email log and of stored responses, and the warnings about API keys that expire. `inline`: the process that serves, from
   * `register()` in `instrumentation.ts`, or else from the first request. `external`: no serving process; work is done by
   * `payload portal:worker` or `POST /portal/v1/tick`.
   *
   * @default 'inline'
   */
  workers?: 'inline' | 'external';
  /**
   * The credential of `POST /portal/v1/tick`, which does one round of the background work, for hosts on which no process
   * lives on. Null means no one may call it.
   *
   * @default the environment's `CRON_SECRET`
   */
  cronSecret?: string | null;
  /**
   * The folder for data that has to outlive a process outside of the database: uploaded files, unless a storage adapter
   * takes them, and the spool of rows that could not be written to the email log yet. Relative to the working directory. If
   * it cannot be written to, the start reports it, and the spool is kept in memory alone.
   *
   * @default '.portal'
   */
  dataDir?: string;
  /**
   * `true` keeps the collections, so that the schema and its migrations stay as they are, and does nothing else: in the
   * admin UI only people and organizations are left.
   *
   * @default false
   */
  disabled?: boolean;
}
