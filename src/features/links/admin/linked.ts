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

/** True while a mail to one of them is about to leave. */
export const isBeingMailed = (recipients: readonly Pick<LinkRecipient, 'sent_at'>[]): boolean =>
  recipients.some(({ sent_at }) => sent_at === null);

/** A recipient as a form names one. */
export interface WantedRecipient {
  readonly email: string;
  readonly name?: string;
}

/** A text in which addresses were typed, as far as it is read. */
interface ReadText {
  readonly recipients: readonly WantedRecipient[];
  /** The words that are no address, nor the name of one. */
  readonly rest: string;
}

/** The shape alone, without quotes, brackets and `mailto:` around it: the API says which addresses it takes. */
const address = /^(?!')[^\s@<>,;:"()[\]„“”]+@[^\s@<>,;:".'()[\]„“”]+(?:\.[^\s@<>,;:".'()[\]„“”]+)*$/;

const separator = /^[,;\n]$/;

/** Words, of which those in quotes or angle brackets are one, and what stands between addresses. */
const token = /"[^"]*"|<[^<>]*>|[,;\n]|[^\s,;"<>]+|["<>]/g;

/** Reads `ann@example.com`, `Ann <ann@example.com>`, and several of them behind white space, commas or semicolons. */
export const readRecipients = (text: string): ReadText => {
  const recipients: WantedRecipient[] = [];
  const rest: string[] = [];
  /** The words behind the last address or separator. */
  let words: string[] = [];
  const parts = text.match(token) ?? [];
  for (const [at, part] of parts.entries()) {
    const email = addressIn(part);
    // An address right before one in brackets is the name of that one.
    const isAddress = address.test(part) && addressIn(parts[at + 1]) === null;
    if (email !== null) {
      recipients.push(withName(email, words));
      words = [];
    } else if (isAddress || separator.test(part)) {
      if (isAddress) recipients.push({ email: part });
      rest.push(words.join(' '));
      words = [];
    } else words.push(part);
  }
  return { recipients, rest: [...rest, words.join(' ')].filter(Boolean).join(', ') };
};

/** The address that stands in brackets; null if there is none. */
const addressIn = (part = ''): string | null => {
  const inside = part.startsWith('<') ? part.slice(1, -1).trim() : '';
  return address.test(inside) ? inside : null;
};

const withName = (email: string, words: readonly string[]): WantedRecipient => {
  const name = words.join(' ').replaceAll('"', '');
  return name ? { email, name } : { email };
};

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
