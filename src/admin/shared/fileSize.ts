const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size in words, such as `1.4 MB`; a kilobyte is 1024 bytes, as file managers count. */
export const fileSize = (bytes: number): string => {
  let [size, unit] = [bytes, 0];
  for (; size >= 1024 && unit < units.length - 1; unit += 1) size /= 1024;
  const digits = unit === 0 || size >= 10 ? 0 : 1;
  return `${size.toFixed(digits)} ${unit === 0 && bytes === 1 ? 'byte' : units[unit]}`;
};
