/** True if a component of a config, as a path or an object, is one of the portal's. */
export const isOwnComponent = (component: unknown): boolean => {
  const path = typeof component === 'string' ? component : (Object(component) as { path?: unknown }).path;
  return typeof path === 'string' && path.startsWith('payload-support-portal/');
};
