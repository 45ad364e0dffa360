import { buildAdmin, buildServer } from '../../src/server/build/build.mjs';

/** Builds the checkout where it is not built yet, so that a test's own time limit does not pay for it. */
export const buildCheckout = async (): Promise<void> => {
  const options = { root: process.cwd(), signal: new AbortController().signal };
  await buildServer(options);
  await buildAdmin(options);
};
