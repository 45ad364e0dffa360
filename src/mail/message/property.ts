/** A property of anything. A getter or a proxy may throw; what cannot be read is not there. */
export const property = (holder: unknown, name: string): unknown => {
  try {
    return (holder as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
};
