/** The package's own; a test holds it against `package.json`, which a bundler may not find. */
export const version = '4.9.0';
