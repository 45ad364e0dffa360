/** `makeApp.ts` writes the module, which puts the namespaces of the modules that tests import within their reach. */
export {};
