/** True if a form (`application/x-www-form-urlencoded`) has more fields than so many: reading a great number takes seconds. */
export const holdsMoreFields = (form: Buffer, most: number): boolean => {
  let at = -1;
  for (let count = 0; count < most; count += 1) {
    at = form.indexOf('&', at + 1);
    if (at < 0) return false;
  }
  return true;
};
