/** The name of the field that says whether a secret is set, such as `hasPassword`. */
export const setFieldOf = (name: string): string => `has${name.charAt(0).toUpperCase()}${name.slice(1)}`;
