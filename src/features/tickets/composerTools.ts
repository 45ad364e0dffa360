import type { PortalContext } from '../../core/context.ts';

declare module '../../core/feature.ts' {
  interface Feature {
    /** The buttons that it adds to the composer: components that the package's entry `client` exports. They use `useInsertion`. */
    readonly composerTools?: readonly string[];
  }
}

/** The buttons that features add to the composer, as components of the field that shows it. */
export const composerToolsOf = ({ features }: PortalContext): Readonly<Record<string, string>> =>
  Object.fromEntries(
    features.flatMap(({ composerTools = [] }) =>
      composerTools.map((name) => [name, `payload-support-portal/client#${name}`]),
    ),
  );
