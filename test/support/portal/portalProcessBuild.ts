import { buildAdmin, buildServer } from '../../../src/server/build/build.mjs';

/** Builds the checkout if it is not built yet, so that the time does not count in a test's own limit. */
export const buildCheckout = async (): Promise<void> => {
  const options = { root: process.cwd(), signal: new AbortController().signal };
  await buildServer(options);
  await buildAdmin(options);
};
