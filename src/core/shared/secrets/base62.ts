const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A number in letters and digits, filled up with zeros to a length. */
export const base62 = (number: bigint, length: number): string => {
  let text = '';
  for (let rest = number; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)] + text;
  return text.padStart(length, '0');
};

/** Number of characters for 32 bytes. */
export const base62Length = 43;

/** 32 bytes in letters and digits. */
export const base62Of = (bytes: Buffer): string => base62(BigInt(`0x${bytes.toString('hex')}`), base62Length);
