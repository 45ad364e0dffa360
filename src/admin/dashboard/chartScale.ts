/** The lowest of 1, 2, 5, 10, 20, 50, … that is no less: the top of an axis. */
export const topOfAxis = (largest: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(largest, 1)));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= largest) ?? power;
};
