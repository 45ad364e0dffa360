import { join } from 'node:path';
import type { Config, Payload } from 'payload';
import { buildGates, type Gates } from './access/gates.ts';
import { buildPrincipalOf } from './access/principal.ts';
import type { PrincipalOf } from './access/roles.ts';
import { buildTemporaryFolder, type TemporaryFolder } from './files/temporaryFolder.ts';
import { type MessageReader, openReader } from './inbound/reading/reader.ts';
import type { ResolvedOptions } from './options/resolve.ts';

/** What the parts of one portal share: its options, and who may do what. */
export interface PortalContext {
  readonly options: ResolvedOptions;
  readonly principalOf: PrincipalOf;
  readonly gates: Gates;
  /** Where uploads wait until they are stored. */
  readonly temporaryFiles: TemporaryFolder;
  /** Reads the messages that come by mail. */
  readonly reader: MessageReader;
}

export const buildContext = (options: ResolvedOptions): PortalContext => {
  const principalOf = buildPrincipalOf(options.slugs.users, options.roles);
  const temporaryFiles = buildTemporaryFolder(join(options.dataDirectory, 'uploads-tmp'));
  return { options, principalOf, gates: buildGates(principalOf), temporaryFiles, reader: openReader() };
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
