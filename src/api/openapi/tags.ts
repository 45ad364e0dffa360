/** What the parts of the API are about, by the first word of their paths. */
const tags: Readonly<Record<string, { name: string; description: string }>> = {
  tickets: { name: 'Tickets', description: 'What clients ask, and what is said on it.' },
  folders: { name: 'Folders', description: 'The folders of an organization’s files.' },
  files: { name: 'Files', description: 'Uploads, and signed links to download them.' },
  webhooks: {
    name: 'Webhooks',
    description: 'Addresses that hear of events, and what was delivered to them.',
  },
  organizations: { name: 'People', description: 'Whom tickets and files belong to. For staff.' },
  users: { name: 'People', description: 'Whom tickets and files belong to. For staff.' },
  'email-log': {
    name: 'Email log',
    description: 'Every mail that was handed to a transport, and its outcome.',
  },
  'test-mail': {
    name: 'Email log',
    description: 'Every mail that was handed to a transport, and its outcome.',
  },
  'api-keys': { name: 'API keys', description: 'Made, listed and revoked by a staff session.' },
  tools: { name: 'Tools', description: 'The catalog of tools for language models.' },
  mcp: { name: 'Tools', description: 'The catalog of tools for language models.' },
  metrics: { name: 'Monitoring', description: 'Figures for Prometheus.' },
  tick: { name: 'Background work', description: 'For hosts on which no process lives on.' },
};

const others = { name: 'Description', description: 'This description of the API.' };

export const tagOf = (path: string): { name: string; description: string } => {
  const [, subject = ''] = /\/v1\/([\w-]+)/.exec(path) ?? [];
  return tags[subject] ?? others;
};

export const eventsTag = { name: 'Events', description: 'What registered webhooks are sent.' };
