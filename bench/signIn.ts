import { Client } from 'pg';
import type { Bench } from './bench.ts';
import { startDatabase } from './support/database.ts';
import { compare } from './support/rounds.ts';
import { servePortal } from './support/servedPortal.ts';
import { startSmtpServer } from './support/smtpServer.ts';
import { timeEach } from './support/timing.ts';

const pairs = 200;
const known = 'known@client.example';

/** Time of the response to a request for a sign-in, which must not tell whether the address is known. */
export const signIn: Bench = {
  about: `the response to POST sign-in for a known address ÷ an unknown one, ${pairs} pairs`,
  async run(scope) {
    const databaseURL = await startDatabase(scope);
    const smtpPort = await startSmtpServer(scope);
    const portal = await servePortal(databaseURL, scope, { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` });
    const client = new Client({ connectionString: databaseURL });
    await client.connect();
    scope.onEnd(() => client.end());
    await client.query(
      `with made as (insert into organizations (name) values ('Client') returning id)
       insert into users (email, role, organization_id) select $1, 'client', id from made`,
      [known],
    );
    const headers = {
      'Content-Type': 'application/json',
      Origin: portal.url.replace('127.0.0.1', 'localhost'),
    };
    let count = 0;
    const ask = async (email: string): Promise<number> => {
      scope.signal.throwIfAborted();
      // Each request is the first one of its address and network.
      await client.query('delete from support_portal.sign_in_limits');
      const [time = Number.NaN] = await timeEach([email], async () => {
        const body = JSON.stringify({ email });
        const response = await fetch(`${portal.url}/api/portal/v1/client/sign-in`, {
          method: 'POST',
          headers,
          body,
        });
        if (response.status !== 202) throw new Error(`The sign-in answered ${response.status}.`);
        await response.arrayBuffer();
      });
      return time;
    };
    await ask(known);
    const { measured, baseline, ratio, spread } = await compare({
      rounds: pairs,
      measured: () => ask(known),
      baseline: () => {
        count += 1;
        return ask(`stranger${count}@elsewhere.example`);
      },
    });
    const figures = [
      { label: 'a known address, median', value: measured, unit: 'ms' },
      { label: 'an unknown address, median', value: baseline, unit: 'ms' },
    ];
    const shared = { figures, value: ratio, unit: '×', spread };
    return [
      { ...shared, label: 'ratio, median', goal: { atMost: 1.05 } },
      { ...shared, label: 'ratio, median', goal: { atLeast: 0.95 } },
    ];
  },
};
