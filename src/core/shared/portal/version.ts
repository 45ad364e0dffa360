/** The version of the package. A test compares it with `package.json`, which a bundler may not find. */
export const version = '4.10.0';
