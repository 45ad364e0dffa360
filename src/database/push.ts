import type { BaseDatabaseAdapter, SanitizedConfig } from 'payload';

/**
 * Whether the environment says what it is. The CMS takes a process without `NODE_ENV`, such as one that cron or a
 * supervisor starts, for development, and pushes its schema into the database, past the migrations.
 */
// biome-ignore lint/style/noProcessEnv: the CMS asks the same variable
export const isEnvironmentNamed = (): boolean => Boolean(process.env.NODE_ENV);

/** Keeps the CMS from pushing a schema when the adapter connects. */
export const neverPush = (adapter: BaseDatabaseAdapter): BaseDatabaseAdapter =>
  Object.assign(adapter, { push: false });

/** The config, for a command that joins a database and never changes its schema. */
export const withoutPush = (config: SanitizedConfig): SanitizedConfig => ({
  ...config,
  db: { ...config.db, init: (args) => neverPush(config.db.init(args)) },
});
