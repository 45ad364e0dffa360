import { createRequire } from 'node:module';

/** The copy that the CMS uses: an imported one is another. */
export const { graphql } = createRequire(import.meta.url)('graphql') as typeof import('graphql');
