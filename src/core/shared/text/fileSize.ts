const units = ['KB', 'MB', 'GB', 'TB'] as const;

/**
 * A size in words, such as `1.4 MB`; a kilobyte is 1024 bytes, as file managers count.
 *
 * @param language a BCP 47 tag, such as `de`
 */
export const fileSize = (bytes: number, language: string): string => {
  if (bytes < 1024)
    return bytes.toLocaleString(language, {
      style: 'unit',
      unit: 'byte',
      unitDisplay: 'long',
      useGrouping: false,
    });
  let [size, unit] = [bytes / 1024, 0];
  for (; size >= 1024 && unit < units.length - 1; unit += 1) size /= 1024;
  const digits = size >= 10 ? 0 : 1;
  const shown = { maximumFractionDigits: digits, useGrouping: false };
  return `${size.toLocaleString(language, shown)} ${units[unit]}`;
};
