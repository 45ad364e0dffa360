import { defineConfig, mergeConfig } from 'vitest/config';
import shared from './vitest.config.ts';

/** `npm run conformance`: apart from `npm test`, for it downloads the suite and a newer Node. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [] } },
  defineConfig({ test: { include: ['test/conformance/*.conformance.ts'], testTimeout: 600_000 } }),
);
