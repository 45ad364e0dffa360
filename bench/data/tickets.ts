import type { Random } from './random.ts';
import { seededRandom } from './random.ts';
import { topicOf } from './subjects.ts';

/** The texts of a new ticket. */
interface NewTicket {
  readonly subject: string;
  readonly description: string;
  readonly priority: string;
}

/** A ticket as its table keeps it; people and organizations are numbered from 0. */
interface TicketRow extends NewTicket {
  readonly status: string;
  readonly organization: number;
  readonly requester: number;
  readonly assignee: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface TicketData {
  readonly rows: number;
  readonly organizations: number;
  readonly clients: number;
  readonly staff: number;
  /** Creation time of the last one. */
  readonly until: Date;
  readonly seed?: number;
}

const averagePauseMs = 90_000;
const dayMs = 86_400_000;

/** A support desk's tickets in the order of their times, the same for the same seed. */
export function* ticketRows({ rows, seed = 20_261_121, ...data }: TicketData): Generator<TicketRow> {
  const random = seededRandom(seed);
  for (let row = 0; row < rows; row += 1) {
    const age = (rows - 1 - row) * averagePauseMs + random.below(averagePauseMs);
    const created_at = new Date(data.until.getTime() - age);
    const client = random.below(data.clients);
    yield {
      ...newTicket(random, row),
      status: age > 14 * dayMs ? pickBy(random, settledShares) : pickBy(random, freshShares),
      organization: client % data.organizations,
      requester: client,
      assignee: random.chance(0.8) ? random.below(data.staff) : null,
      created_at,
      updated_at: new Date(created_at.getTime() + random.below(Math.min(age + 1, 3 * dayMs))),
    };
  }
}

/** @param record its number, by which its subject is the same each time */
export const newTicket = (random: Random, record: number): NewTicket => ({
  subject: `${topicOf(record)}, ${random.pick(effects)}`,
  description: Array.from({ length: 3 + random.below(4) }, () => random.pick(sentences)).join(' '),
  priority: pickBy(random, priorityShares),
});

type Shares = readonly (readonly [value: string, percent: number])[];

const pickBy = (random: Random, shares: Shares): string => {
  let left = random.below(100);
  for (const [value, percent] of shares) {
    left -= percent;
    if (left < 0) return value;
  }
  return shares[0]?.[0] ?? '';
};

const priorityShares: Shares = [
  ['medium', 60],
  ['low', 20],
  ['high', 15],
  ['urgent', 5],
];

const freshShares: Shares = [
  ['open', 45],
  ['in_progress', 35],
  ['resolved', 15],
  ['closed', 5],
];

const settledShares: Shares = [
  ['closed', 85],
  ['resolved', 10],
  ['in_progress', 3],
  ['open', 2],
];

const effects = [
  'nobody can work',
  'please advise',
  'third time now',
  'two users wait',
  'seen this morning',
] as const;

const sentences = [
  'Since this morning two of our colleagues cannot go on with their work.',
  'We have tried it on another computer and in another browser, with the same result.',
  'The message that appears says that the connection was closed by the other side.',
  'It worked until the update at the end of last week.',
  'Please tell us whether you need anything from our side, such as log files or screenshots.',
  'The customer asks for an answer by tomorrow noon, so we would be glad of a quick look.',
  'A screenshot is in the shared folder, together with the export that shows the wrong totals.',
] as const;
