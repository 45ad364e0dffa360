/**
 * A value of a Payload instance, or of the process for `globalThis`, built when it is first asked for. Next bundles several
 * copies of a module: all share it by its name.
 */
export const keptOn = <Value>(owner: object, name: string, build: () => Value): Value => {
  const values = owner as Record<symbol, Value | undefined>;
  const key = Symbol.for(`payload-support-portal.${name}`);
  const value = values[key] ?? build();
  values[key] = value;
  return value;
};
