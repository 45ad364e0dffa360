/** The modules that the tests ask for; `bundledApp.ts` writes them here before the app is built. */
export const modules: Readonly<Record<string, object>> = {};
