/** A text, an address or a number that the portal gave an element for the script. */
export const wordsOf = ({ dataset }: HTMLElement, name: string): string => dataset[name] ?? '';
