import { expect, it, onTestFinished } from 'vitest';
import { lockTable } from '../../faults/lockTable.ts';
import { eventually } from '../../support/mail/mail.ts';
import { isWaitingForLock, mailsUnderWay, query, startPortal } from '../../support/portal/payload.ts';

it('rows that arrive while a statement runs are written by the next one', async () => {
  const portal = await startPortal();
  onTestFinished(portal.stop);
  const send = (subject: string) =>
    portal.payload.sendEmail({ to: 'ann@example.com', subject, text: 'Hi' }).catch(() => {});
  const { unlock } = await lockTable(portal.databaseUrl, 'email_log');
  const first = send('first');
  await eventually(() => isWaitingForLock(portal.databaseUrl));
  const others = Array.from({ length: 60 }, (_, index) => send(`other ${index}`));
  await Promise.all([first, ...others]);
  await unlock();
  await eventually(async () => (await mailsUnderWay(portal)) === 0);
  const [found] = await query<{ rows: number; statements: number }>(
    portal.databaseUrl,
    'select count(*)::int as rows, count(distinct xmin::text)::int as statements from email_log',
  );
  expect(found?.rows).toBe(61);
  expect(found?.statements).toBeLessThanOrEqual(2);
});
