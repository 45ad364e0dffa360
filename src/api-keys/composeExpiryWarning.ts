interface WarningContents {
  readonly name: string;
  readonly prefix: string;
  readonly expiresAt: Date;
  /** The list of keys in the admin UI; null if the app does not know its own address. */
  readonly link: string | null;
}

/** The subject and the text of a warning. It names the key by what everybody may know of it. */
export const composeExpiryWarning = ({ name, prefix, expiresAt, link }: WarningContents) => {
  const day = expiresAt.toISOString().slice(0, 10);
  const time = expiresAt.toISOString().slice(11, 16);
  const parts = [
    `Your API key “${name}” (${prefix}…) ends on ${day} at ${time} UTC. From then on every request with it is refused.`,
    'If a program still uses it, have a new key made under Settings → API keys, put it in the place of the old one, and revoke the old one.',
    link,
  ];
  return {
    subject: `Your API key “${name}” expires on ${day}`,
    // RFC 3834: no holiday notice answers it.
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: parts.filter((part) => part !== null).join('\n\n'),
  };
};
