const longest = 255;

/** What is wrong with the name of a folder, or true; the rule of every door. */
export const checkFolderName = (name: unknown): true | string => {
  if (typeof name !== 'string' || name.trim() === '') return 'Give a name.';
  if ([...name].length > longest) return `Give ${longest} characters at most.`;
  if (/[\r\n\u2028\u2029]/.test(name)) return 'Give one line.';
  return name.includes('\0') || !name.isWellFormed()
    ? 'This text holds a character that no text may hold.'
    : true;
};
