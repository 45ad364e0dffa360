import type { BaseDatabaseAdapter, Config } from 'payload';

/** True if the environment has a name. */
// biome-ignore lint/style/noProcessEnv: the CMS asks the same variable
const isEnvironmentNamed = (): boolean => Boolean(process.env.NODE_ENV);

/** Keeps the CMS from pushing a schema when the adapter connects. */
const neverPush = (adapter: BaseDatabaseAdapter): BaseDatabaseAdapter =>
  Object.assign(adapter, { push: false });

/** The config of a process that joins a database and never changes its schema. */
export const withoutPush = <Some extends Pick<Config, 'db'>>(config: Some): Some => ({
  ...config,
  db: { ...config.db, init: (args) => neverPush(config.db.init(args)) },
});

/**
 * Upstream: the CMS takes a process without `NODE_ENV`, such as one that cron or a supervisor starts, for development, and
 * pushes its schema into the database, past the migrations. https://github.com/payloadcms/payload/issues/14428
 * Goes when: only `NODE_ENV=development` pushes.
 *
 * Returns a config that pushes a schema only if the environment has a name.
 */
export const pushIfNamed = (config: Config): Config => (isEnvironmentNamed() ? config : withoutPush(config));
