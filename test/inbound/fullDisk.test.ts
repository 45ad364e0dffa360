import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiError } from '../../src/core/shared/errors/errors.ts';
import { bytesOnDisk } from '../support/api/files.ts';
import { deliver, withInbound, written } from '../support/mail/inbound.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople } from '../support/portal/people.ts';

let looks = 0;
/** Files for which there is no room at first. */
const faults = new Set(['late.txt', 'second.txt']);
let portal: TestPortal;

beforeAll(async () => {
  portal = await startPortal({
    portal: {
      ...withInbound,
      files: {
        scan: ({ filename }) => {
          looks += 1;
          if (faults.delete(filename)) throw new ApiError('insufficient_storage', 'No room.');
        },
      },
    },
  });
  await createPeople(portal);
});

afterAll(() => portal.stop());

it('a message whose attachment found no room on the disk is processed again, with it', async () => {
  const message = written({ from: 'client@example.com', attachments: { 'late.txt': 'late' } });
  expect((await deliver(portal, message)).status).toBe(202);
  await expect
    .poll(() =>
      query(
        portal.databaseUrl,
        `select outcome, (select string_agg(name, ', ') from files where ticket_id = m.ticket_id) as files,
           (select count(*)::int from ticket_replies where ticket_id = m.ticket_id) as notes
         from inbound_mails m`,
      ),
    )
    .toEqual([{ outcome: 'ticket', files: 'late.txt', notes: 0 }]);
  expect(looks).toBe(2);
});

it('keeps no bytes of the files that were stored before', async () => {
  const attachments = { 'first.txt': 'first', 'second.txt': 'second' };
  const { body } = await deliver(portal, written({ from: 'client@example.com', attachments }));
  await expect
    .poll(() =>
      query(
        portal.databaseUrl,
        'select name from files where ticket_id = (select ticket_id from inbound_mails where id = $1) order by id',
        [body.id],
      ),
    )
    .toEqual([{ name: 'first.txt' }, { name: 'second.txt' }]);
  expect(faults.has('second.txt')).toBe(false);
  const all = await query<{ filename: string }>(portal.databaseUrl, 'select filename from files');
  expect(bytesOnDisk(portal).stored).toEqual(all.map(({ filename }) => filename).toSorted());
  await expect.poll(() => bytesOnDisk(portal).waiting).toEqual([]);
});
