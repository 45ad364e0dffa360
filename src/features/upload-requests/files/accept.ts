/** The forms of an entry of `accept`: `.pdf`, `image/*`, `application/pdf`. */
const entryForm = /^(?:\.[\p{L}\p{N}][\p{L}\p{N}.+-]{0,30}|[a-z]{1,20}\/(?:\*|[\w!#$&^.+-]{1,100}))$/iu;

export const isAcceptEntry = (text: string): boolean => entryForm.test(text);

interface Named {
  readonly name: string;
  /** The type that its bytes show, else the declared one. */
  readonly mimeType: string;
}

const suits = (entry: string, { name, mimeType }: Named): boolean => {
  if (entry.startsWith('.')) return name.toLowerCase().endsWith(entry);
  return entry.endsWith('/*') ? mimeType.startsWith(entry.slice(0, -1)) : mimeType === entry;
};

/** Returns false if a request cannot take a file of this name, whatever its bytes are. */
export const mayAccept = (entries: readonly string[], name: string): boolean =>
  entries.length === 0 ||
  entries.some((entry) => !entry.startsWith('.') || suits(entry.toLowerCase(), { name, mimeType: '' }));

/** True if a request takes a file. Without entries it takes any. */
export const accepts = (entries: readonly string[], file: Named): boolean =>
  entries.length === 0 || entries.some((entry) => suits(entry.toLowerCase(), file));
