/** A recipient of a record that links lead to, as the API returns one. */
export interface LinkRecipient {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  /** The last mail to them; null before it. */
  readonly delivery: { readonly state: string; readonly detail: string | null } | null;
  readonly sent_at: string | null;
  readonly opened_at: string | null;
  /** The last download, and the number of them; only for a transfer. */
  readonly downloaded_at?: string | null;
  readonly downloads?: number;
  /** The files that came by their link; only for an upload request. */
  readonly received_files?: number;
}

/** A recipient as a form names one. */
export interface WantedRecipient {
  readonly email: string;
  readonly name?: string;
}

const named = /^\s*"?([^"<>]*?)"?\s*<\s*([^<>\s]+@[^<>\s]+)\s*>\s*$/;

/** Reads `ann@example.com`, `Ann <ann@example.com>`, and several of them behind commas, semicolons or line breaks. */
export const readRecipients = (text: string): readonly WantedRecipient[] =>
  text
    .split(/[,;\n]+(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, name = '', email = part] = named.exec(part) ?? [];
      return name ? { email, name } : { email };
    });

/** Adds recipients to others. An address stays once, in whatever case. */
export const joinRecipients = (
  some: readonly WantedRecipient[],
  more: readonly WantedRecipient[],
): readonly WantedRecipient[] => {
  const byAddress = new Map(some.map((one) => [one.email.toLowerCase(), one]));
  for (const one of more)
    if (!byAddress.has(one.email.toLowerCase())) byAddress.set(one.email.toLowerCase(), one);
  return [...byAddress.values()];
};

export const recipientName = ({ name, email }: Pick<LinkRecipient, 'name' | 'email'>): string =>
  name || email;
