import { makeThrowAwayFolder } from '../src/demo/throwAwayFolder.ts';
import type { EmailAttempt } from '../src/email-log/row.ts';
import { chainTransports } from '../src/mail/chain.ts';
import { prepareMail } from '../src/mail/message/prepare.ts';
import { smtpTransport } from '../src/mail/transports/smtp.ts';
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

/** What the log costs of the mails that a portal can send. */
export const mail: Bench = {
  about: `mails a second that the portal sends and records ÷ that it sends over the same chain without the log, to a local SMTP server`,
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
      await measure(sides, { atOnce: 1, count: 300, goal: 0.6 }),
      await measure(sides, { atOnce: 10, count: 1_000, goal: 0.85 }),
    ];
  },
};

interface Sides {
  next(count: number): readonly EmailAttempt[];
  readonly recorded: Send;
  readonly sent: Send;
  /** The least that writing anything down costs. */
  insertAt(atOnce: number): Promise<Send>;
}

interface Load {
  readonly atOnce: number;
  /** In each round. */
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
  // A portal sends mail for months: what is measured is code that has been compiled.
  for (let warmUp = 0; warmUp < warmUps; warmUp++) {
    for (const side of [recorded, sent, inserted]) await rateOf(side);
  }
  const compareWithSent = (side: Send) =>
    compare({ rounds, measured: () => rateOf(side), baseline: () => rateOf(sent) });
  const { measured, baseline, ratio, spread } = await compareWithSent(recorded);
  const bare = await compareWithSent(inserted);
  return {
    figures: [
      { label: `sent and recorded, ${atOnce} at once, median`, value: measured, unit: 'mails/s' },
      { label: `sent only, ${atOnce} at once, median`, value: baseline, unit: 'mails/s' },
      {
        label: 'with a bare INSERT after each, without any index, ÷ sent only',
        value: bare.ratio,
        unit: '×',
      },
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
