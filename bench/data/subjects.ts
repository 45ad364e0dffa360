import { type Random, seededRandom } from './random.ts';

/** The topic of a record: the same words in each mail about it, about 28 characters. */
export const topicOf = (record: number): string => {
  const random = seededRandom(Math.imul(record, 0x9e3779b1));
  return `${random.pick(things)} ${random.pick(problems)}${random.chance(0.25) ? ` ${random.pick(places)}` : ''}`;
};

/** Beginnings of the subjects of a type; `##` stands for the record's number. */
const beginnings = {
  ticket_created: ['[##] New ticket: ', '[##] We got your request: '],
  ticket_update: ['[##] Updated: ', '[##] In progress: ', '[##] Waiting: '],
  ticket_reply: ['Re: [##] ', '[##] New reply: '],
  ticket_assigned: ['[##] Assigned to you: ', '[##] Assigned: '],
  ticket_closed: ['[##] Solved: ', '[##] Closed: '],
  transfer_ready: ['Your files are ready: ', 'Download ready (##): '],
  upload_request: ['Please upload documents: ', 'Documents needed (##): '],
  invoice_reminder: ['Invoice ## is due: ', 'Payment reminder ##: '],
  password_reset: ['Reset your password', 'Reset your password for the support portal'],
  account_invitation: [
    'You are invited to the support portal',
    'Your account at the support portal is ready',
  ],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type MailType = keyof typeof beginnings;

export const subjectOf = (random: Random, type: MailType, record: number | null): string => {
  const beginning = random.pick<string>(beginnings[type]);
  return record === null ? beginning : `${beginning.replace('##', `#${record}`)}${topicOf(record)}`;
};

const things = [
  ...['Invoice export', 'VPN connection', 'Password change', 'Shared calendar', 'Label printer', 'Web shop'],
  ...['Payment page', 'Data import', 'Monthly report', 'Mobile app', 'Backup job', 'User account'],
  ...['Mail delivery', 'Contract upload', 'Search page', 'Tax summary', 'Order history', 'Spam filter'],
  ...[
    'Video call',
    'Delivery note',
    'Stock list',
    'Time sheet',
    'Certificate',
    'Customer list',
    'Login page',
  ],
  ...['File preview', 'Newsletter', 'Phone queue', 'Price list', 'Server update', 'Domain transfer'],
  ...['Scanner', 'Access badge', 'Chat widget', 'Survey form', 'Test system', 'Address book', 'Dashboard'],
] as unknown as readonly [string, ...string[]];

const problems = [
  ...['fails', 'is slow', 'shows an error', 'not reachable', 'is missing', 'stopped working', 'is empty'],
  ...['needs approval', 'has wrong totals', 'asks twice', 'is out of date', 'loses entries', 'times out'],
  ...['cannot be opened', 'keeps reloading', 'was duplicated', 'must be renewed', 'rejects uploads'],
  ...['lost its settings', 'sends no mail', 'is locked', 'has a broken link', 'ignores filters'],
] as unknown as readonly [string, ...string[]];

const places = [
  ...['since Monday', 'in Hamburg', 'for two users', 'after update', 'on mobile', 'in Firefox', 'at night'],
  ...['for new clients', 'in branch 12', 'over Wi-Fi', 'on floor 3', 'for admins', 'again', 'in Q3 data'],
  ...['at month end', 'from home', 'in the archive', 'in French', 'on Windows', 'for guests', 'since 4.2'],
] as unknown as readonly [string, ...string[]];
