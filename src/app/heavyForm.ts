/** The most rows in the lists of one form, and the most values that are looked at for them. */
const [mostRows, mostLooks] = [2_000, 500_000];

/** The longest name of a field with its path, in characters. The CMS takes the square of its length to follow it. */
const longestName = 200;

/** The longest argument that is a text, in characters. The CMS copies each character of one in the place of an object. */
const longestText = 2_000;

/** A name in the state of a form whose field is in a row, such as `alerts.3.url`. */
const inRow = /\.\d+(?:\.|$)/;

/** True if the arguments, or one of them, are a long text. */
const holdsLongText = (args: unknown): boolean =>
  [args, ...(typeof args === 'string' ? [] : Object.values(Object(args)))].some(
    (value) => typeof value === 'string' && value.length > longestText,
  );

/**
 * True if the arguments of a server function hold more rows, or longer names, than any form or list has, or a long text in the
 * place of an object. The CMS renders each row: 250,000 empty ones, in less than a mebibyte, took it 30 seconds and 3 GB. Rich
 * text is one value, however long: its lists are `children`.
 */
export const isHeavyForm = (args: unknown): boolean => holdsLongText(args) || holdsManyRows(args);

const holdsManyRows = (args: unknown): boolean => {
  const left: unknown[] = [args];
  let [rows, looks] = [0, 0];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    for (const [name, member] of Object.entries(value)) {
      looks += 1;
      rows += Number(isList || inRow.test(name));
      if (rows > mostRows || looks > mostLooks || name.length > longestName) return true;
      if (name !== 'children') left.push(member);
    }
  }
  return false;
};
