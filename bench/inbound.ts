import { Client } from 'pg';
import PostalMime from 'postal-mime';
import type { Bench } from './bench.ts';
import { authservId, newMail } from './data/mails.ts';
import { seededRandom } from './data/random.ts';
import { startDatabase } from './support/database.ts';
import { compare } from './support/rounds.ts';
import { servePortal } from './support/servedPortal.ts';

const secret = 'the secret of the bench';

/** A round's mails; each sender may write 20 in an hour. */
const mailsEach = 100;
const rounds = 5;

/** Speed at which mails become replies, compared to parsing them alone. */
export const inbound: Bench = {
  about:
    'mails that become replies, from the request over HTTP to the commit of the reply, one worker ÷ the same mails parsed by postal-mime alone',
  async run(scope) {
    const databaseURL = await startDatabase(scope);
    const portal = await servePortal(databaseURL, scope, {
      INBOUND_SECRET: secret,
      INBOUND_HTTP_TRUSTED_AUTHSERV_ID: authservId,
    });
    const client = new Client({ connectionString: databaseURL });
    await client.connect();
    scope.onEnd(() => client.end());
    const senders = await prepare(client);
    const random = seededRandom(20_261_123);
    let number = 0;
    const write = () =>
      Array.from({ length: mailsEach }, () => {
        number += 1;
        const sender = number % senders.length;
        // A person answers their own ticket. Replies to one ticket would wait for its lock.
        return newMail(random, { number, from: senders[sender] ?? '', ticket: String(sender + 1) });
      });
    let mails = write();

    const measured = async (): Promise<number> => {
      mails = write();
      const begun = performance.now();
      const waiting = [...mails];
      const post = async (): Promise<void> => {
        for (let mail = waiting.pop(); mail !== undefined; mail = waiting.pop())
          await deliver(portal.url, mail);
      };
      await Promise.all(Array.from({ length: 8 }, post));
      for (let left = 1; left > 0; ) {
        const { rows } = await client.query(
          'select count(*) as left from inbound_mails where outcome is null',
        );
        left = Number(rows[0]?.left);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return (mailsEach * 1_000) / (performance.now() - begun);
    };

    const baseline = async (): Promise<number> => {
      const begun = performance.now();
      for (const mail of mails) await PostalMime.parse(mail);
      return (mailsEach * 1_000) / (performance.now() - begun);
    };

    const { measured: ours, baseline: theirs, ratio, spread } = await compare({ rounds, measured, baseline });
    const { rows } = await client.query(
      `select count(*) as wrong from inbound_mails where outcome <> 'reply'`,
    );
    if (Number(rows[0]?.wrong) > 0) throw new Error(`${rows[0]?.wrong} mails became no reply.`);
    return [
      {
        figures: [
          { label: 'replies, median', value: ours, unit: 'mails/s' },
          { label: 'parsed alone, median', value: theirs, unit: 'mails/s' },
        ],
        label: 'ratio, median',
        value: ratio * 100,
        unit: '%',
        spread: [spread[0] * 100, spread[1] * 100],
        goal: { atLeast: 8 },
      },
    ];
  },
};

/** Clients, each with a ticket. */
const prepare = async (client: Client): Promise<string[]> => {
  await client.query(`insert into organizations (name) values ('Globex')`);
  const { rows } = await client.query<{ email: string }>(
    `insert into users (email, role, organization_id)
     select 'client' || n || '@globex.example', 'client', 1 from generate_series(1, 200) n returning email`,
  );
  await client.query(
    `insert into tickets (subject, status, priority, organization_id, requester_id, created_by_id)
     select 'VPN is slow', 'open', 'high', 1, id, id from users where role = 'client' order by id`,
  );
  return rows.map(({ email }) => email);
};

const deliver = async (url: string, mail: string): Promise<void> => {
  const response = await fetch(`${url}/api/portal/v1/inbound`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'message/rfc822' },
    body: mail,
  });
  if (response.status !== 202) throw new Error(`The portal answered ${response.status}.`);
  await response.body?.cancel();
};
