import { makeThrowAwayFolder } from '../src/demo/portal.ts';
import type { EmailAttempt } from '../src/features/email-log/row.ts';
import { chainTransports } from '../src/features/mail/chain/chain.ts';
import { prepareMail } from '../src/features/mail/chain/message/prepare.ts';
import { smtpTransport } from '../src/features/mail/chain/transports/smtp.ts';
import type { Bench, Measurement } from './bench.ts';
import { emailLogRows } from './data.ts';
import { bareInsert } from './support/bareInsert.ts';
import { startDatabase } from './support/database.ts';
import { startPortal } from './support/portal.ts';
import { compare } from './support/rounds.ts';
import { startSmtpServer } from './support/smtpServer.ts';
import { timeAll } from './support/timing.ts';

const rounds = 9;
const warmUps = 5;
const from = 'Support <support@acme-support.com>';
type Send = (mail: EmailAttempt) => Promise<unknown>;

/** The cost of the log, beside the least that recording a mail can cost. */
export const mail: Bench = {
  about:
    'mails a second that the portal sends and records ÷ sent over the same chain with a bare INSERT after each, local SMTP server',
  async run(scope) {
    const host = '127.0.0.1';
    const port = await startSmtpServer(scope);
    const folder = makeThrowAwayFolder();
    scope.onEnd(folder.remove);
    const payload = await startPortal(await startDatabase(scope), scope, {
      dataDir: folder.path,
      mail: { from, transports: [smtpTransport({ host, port })] },
    });
    const chain = chainTransports([smtpTransport({ host, port })]);
    scope.onEnd(() => chain.close());
    const mails = emailLogRows({ rows: 1_000_000 });
    const sides: Sides = {
      next: (count) => Array.from({ length: count }, () => mails.next().value),
      recorded: (mail) => payload.sendEmail(messageOf(mail)),
      sent: async (mail) => chain.send(await prepareMail(messageOf(mail), { defaultFrom: from })),
      insertAt: (atOnce) => bareInsert(payload, atOnce, scope),
    };
    return [
      await measure(sides, { atOnce: 1, count: 300, goal: 0.65 }),
      await measure(sides, { atOnce: 10, count: 1_000, goal: 0.75 }),
    ];
  },
};

interface Sides {
  next(count: number): readonly EmailAttempt[];
  readonly recorded: Send;
  readonly sent: Send;
  /** A bare INSERT, the least that recording a mail can cost. */
  insertAt(atOnce: number): Promise<Send>;
}

interface Load {
  readonly atOnce: number;
  /** Mails in each round. */
  readonly count: number;
  readonly goal: number;
}

const measure = async (
  { next, recorded, sent, insertAt }: Sides,
  { atOnce, count, goal }: Load,
): Promise<Measurement> => {
  const insert = await insertAt(atOnce);
  const inserted: Send = async (mail) => {
    await sent(mail);
    await insert(mail);
  };
  const rateOf = async (send: Send) => count / ((await timeAll(next(count), atOnce, send)) / 1_000);
  // A portal sends mail for months, so compiled code is measured.
  for (let warmUp = 0; warmUp < warmUps; warmUp++) {
    for (const side of [recorded, inserted]) await rateOf(side);
  }
  const { measured, baseline, ratio, spread } = await compare({
    rounds,
    measured: () => rateOf(recorded),
    baseline: () => rateOf(inserted),
  });
  return {
    figures: [
      { label: `sent and recorded, ${atOnce} at once, median`, value: measured, unit: 'mails/s' },
      { label: `sent, and a bare INSERT, ${atOnce} at once, median`, value: baseline, unit: 'mails/s' },
    ],
    label: 'ratio, median',
    value: ratio,
    unit: '×',
    spread,
    goal: { atLeast: goal },
  };
};

const messageOf = ({ to, subject, type, related_type, related_id }: EmailAttempt) => ({
  from,
  to,
  subject: subject ?? '',
  text: `Dear client,\n\n${subject}. Please answer by replying to this mail.\n\nYour support`,
  ...(type !== null && {
    portal: {
      type,
      ...(related_type !== null &&
        related_id !== null && { relatedTo: { type: related_type, id: related_id } }),
    },
  }),
});
