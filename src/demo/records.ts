import type { Session } from './emailLog.ts';

/** The records of the demo's client, and the key that created them. */
export interface DemoRecords {
  readonly key: string;
  /** The ticket that a client replies to by mail. */
  readonly firstTicket: string;
  readonly tickets: number;
  readonly files: number;
}

const tickets = [
  { subject: 'The VPN is slow since Monday', description: 'Pages take a minute to load.', priority: 'high' },
  { subject: 'Printer on the second floor is offline', priority: 'low' },
  { subject: 'Invoice 2026-118 shows the old address', description: 'We moved in March.' },
] as const;

const savedReplies = [
  {
    title: 'We look into it',
    body: 'Hello {{requester.name}},\n\nthank you. We look into “{{ticket.subject}}” and come back to you.\n\n{{agent.name}}',
  },
  {
    title: 'Is it solved?',
    body: 'Hello {{requester.name}},\n\nis this solved? Then we close #{{ticket.id}}.',
  },
];

/** Makes tickets, replies and files over the API, as a client's integration would: by a key that staff made for it. */
export const seedRecords = async (staff: Session, clientEmail: string): Promise<DemoRecords> => {
  const asStaff = caller(staff.address, `JWT ${staff.token}`);
  for (const reply of savedReplies) await asStaff('POST', '/saved-replies', reply);
  const client = await clientOf(asStaff, clientEmail);
  const { key } = await asStaff<{ key: string }>('POST', '/portal/v1/api-keys', {
    name: 'Integration of Globex',
    owner_id: client.id,
    organization_id: client.organization,
  });
  const asClient = caller(staff.address, `Bearer ${key}`);
  const made: string[] = [];
  for (const ticket of tickets) made.push((await asClient<{ id: string }>('POST', '/v1/tickets', ticket)).id);
  const [first = ''] = made;
  await asClient('POST', `/v1/tickets/${first}/replies`, { body: 'A screenshot is attached.' });
  const folder = await asClient<{ id: string }>('POST', '/v1/folders', { name: 'Support' });
  await asClient('POST', '/v1/files', screenshotIn(folder.id, first));
  return { key, firstTicket: first, tickets: made.length, files: 1 };
};

type Call = <Body>(method: string, path: string, body?: object) => Promise<Body>;

/** Calls of a portal's API, which throw on anything but success. */
export const caller =
  (address: string, authorization: string): Call =>
  async <Body>(method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        Authorization: authorization,
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Body;
  };

/** The CMS's own REST knows the people; its ids are the API's as numbers. */
const clientOf = async (call: Call, email: string): Promise<{ id: string; organization: string }> => {
  const query = new URLSearchParams({ 'where[email][equals]': email, depth: '0' });
  const { docs } = await call<{ docs: { id: number; organization: number }[] }>('GET', `/users?${query}`);
  const [client] = docs;
  if (!client) throw new Error(`There is no ${email}.`);
  return { id: String(client.id), organization: String(client.organization) };
};

/** The smallest PNG there is. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const screenshotIn = (folder: string, ticket: string): FormData => {
  const form = new FormData();
  form.set('folder_id', folder);
  form.set('ticket_id', ticket);
  form.set('file', new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'Screenshot.png');
  return form;
};
