import { join } from 'node:path';
import type { Config, Payload } from 'payload';
import { buildGates, type Gates } from './access/gates.ts';
import { buildPrincipalOf } from './access/principal.ts';
import type { PrincipalOf } from './access/roles.ts';
import { buildTemporaryFolder, type TemporaryFolder } from './http/upload/temporaryFolder.ts';
import type { ResolvedOptions } from './options/resolve.ts';

/**
 * The calls of the app's hooks. A feature declares its own by declaration merging; the files in `hooks/` make the
 * calls.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the features fill it.
export interface AppHooks {}

/**
 * The state that the parts of one portal share: its options, its features, and the rules of access. `feature.ts` adds the
 * features and `http/routes.ts` the routes, whose own types take a context.
 */
export interface PortalContext {
  readonly hooks: AppHooks;
  readonly options: ResolvedOptions;
  readonly principalOf: PrincipalOf;
  readonly gates: Gates;
  /** The folder in which uploads wait until they are stored. */
  readonly temporaryFiles: TemporaryFolder;
}

export const buildContext = (
  parts: Omit<PortalContext, 'principalOf' | 'gates' | 'temporaryFiles'>,
): PortalContext => {
  const { options } = parts;
  const principalOf = buildPrincipalOf(options.slugs.users, options.roles);
  const temporaryFiles = buildTemporaryFolder(join(options.dataDirectory, 'uploads-tmp'));
  return {
    ...parts,
    principalOf,
    gates: buildGates(principalOf),
    temporaryFiles,
  };
};

const key = Symbol.for('payload-support-portal.context');

/** Keeps the context on the config, which the CMS keeps from clients and exchanges as a whole in a hot reload. */
export const attachContext = (config: Config, context: PortalContext): Config => ({
  ...config,
  custom: Object.assign({ ...config.custom }, { [key]: context }),
});

/** The context of the config that a Payload instance has now; null if the plugin is not installed, or disabled. */
export const contextOf = ({ config }: Payload): PortalContext | null =>
  (config.custom as { [key]?: PortalContext } | undefined)?.[key] ?? null;
