import type { PortalContext } from '../../core/context.ts';
import type { Feature } from '../../core/feature.ts';
import type { LinkKind } from './linkKind.ts';

declare module '../../core/feature.ts' {
  interface Feature {
    /** The kinds of its records that links lead to. */
    readonly linkKinds?: readonly LinkKind[];
  }
}

export const kindsIn = (features: readonly Feature[]): readonly LinkKind[] =>
  features.flatMap(({ linkKinds }) => linkKinds ?? []);

export const kindsOf = ({ features }: PortalContext): readonly LinkKind[] => kindsIn(features);
