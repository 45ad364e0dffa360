/**
 * The source of a module that exports what the bundle has under a name. In JavaScript, for Node's loader hooks.
 *
 * @param {string} name
 * @param {readonly string[]} exported
 * @returns {string}
 */
export const shimOf = (name, exported) =>
  [
    `const module = globalThis[Symbol.for('payload-support-portal.test.modules')]['${name}'];`,
    ...exported.map((one) =>
      one === 'default' ? 'export default module.default;' : `export const ${one} = module.${one};`,
    ),
  ].join('\n');
