type Transfer = Pick<DataTransfer, 'files' | 'getData'>;

/**
 * The files that a paste or a drop brings. Word processors paste a picture of their text beside it: the text is meant
 * then. A browser's “Copy image” brings HTML with the picture alone.
 */
export const transferredFiles = (transfer: Transfer | null): readonly File[] => {
  const files = [...(transfer?.files ?? [])];
  if (files.length === 0 || !transfer) return [];
  const html = transfer.getData('text/html');
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent;
  return text?.trim() ? [] : files;
};

/** A pasted picture has no name of its own: browsers call each of them `image.png`. */
export const named = (file: File, now: Date): File => {
  if (!/^image\.\w+$/.test(file.name)) return file;
  const moment = now.toISOString().slice(0, 19).replaceAll(/[^\d]/g, '');
  return new File([file], `screenshot-${moment}${file.name.slice('image'.length)}`, { type: file.type });
};
