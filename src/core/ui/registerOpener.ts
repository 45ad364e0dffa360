import type { Config } from 'payload';
import { withComponents } from './withComponents.ts';

/** Adds the part of the admin UI that knows who opened it. */
export const registerOpener = (config: Config): Config =>
  withComponents(config, ({ providers = [] }) => ({
    providers: ['payload-support-portal/client#Opener', ...providers],
  }));
