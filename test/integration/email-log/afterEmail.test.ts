import { reload } from 'payload';
import type {
  AfterEmailHook,
  BeforeEmailLogHook,
  EmailAttempt,
  SupportPortalOptions,
} from 'payload-support-portal';
import { beforeEach, describe, expect, it } from 'vitest';
import { query, startPortal, stopAfterTest, type TestPortal } from '../../support/portal/payload.ts';

const heard: Readonly<EmailAttempt>[] = [];

const hear: AfterEmailHook = ({ attempt }) => void heard.push(attempt);

const start = async (hooks: SupportPortalOptions['hooks']): Promise<TestPortal> =>
  stopAfterTest(await startPortal({ portal: { hooks } }));

const send = async ({ payload }: TestPortal, subject: string): Promise<void> => {
  await payload.sendEmail({ to: 'ann@example.com', subject, text: '…' }).catch(() => {});
};

beforeEach(() => {
  heard.length = 0;
});

describe('afterEmail', () => {
  it('names the row of the log, which exists by then', async () => {
    const inLog: object[] = [];
    const look: AfterEmailHook = async ({ attempt }) => {
      inLog.push(
        ...(await query(portal.databaseUrl, 'select subject from email_log where id = $1', [attempt.id])),
      );
    };
    const portal = await start({ afterEmail: [hear, look] });
    await send(portal, 'One');
    await send(portal, 'Two');
    expect(inLog).toEqual([{ subject: 'One' }, { subject: 'Two' }]);
    expect(heard.map(({ id }) => typeof id)).toEqual(['string', 'string']);
  });

  it('names no row if beforeEmailLog dropped it', async () => {
    const portal = await start({ afterEmail: [hear], beforeEmailLog: [() => null] });
    await send(portal, 'Dropped');
    expect(heard).toMatchObject([{ id: null, subject: 'Dropped' }]);
  });
});

it('is called with the new config’s hooks after a hot reload, and the log still works', async () => {
  const say = (text: string) => {
    const afterEmail: AfterEmailHook = ({ attempt }) => void heard.push({ ...attempt, type: text });
    const beforeEmailLog: BeforeEmailLogHook = ({ row }) => ({ ...row, related_type: text, related_id: '1' });
    return { afterEmail: [afterEmail], beforeEmailLog: [beforeEmailLog] };
  };
  const portal = await start(say('before'));
  const { config, stop } = await startPortal({ portal: { hooks: say('after') } });
  await stop();
  await send(portal, 'One');
  await reload(config, portal.payload, true);
  await portal.fetch('/api/users/me');
  await send(portal, 'Two');
  expect(heard.map(({ subject, type }) => [subject, type])).toEqual([
    ['One', 'before'],
    ['Two', 'after'],
  ]);
  expect(await query(portal.databaseUrl, 'select subject, related_type from email_log order by id')).toEqual([
    { subject: 'One', related_type: 'before' },
    { subject: 'Two', related_type: 'after' },
  ]);
});
