import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiError } from '../../src/core/shared/errors/errors.ts';
import { deliver, withInbound, written } from '../support/mail/inbound.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople } from '../support/portal/people.ts';

let looks = 0;
let portal: TestPortal;

beforeAll(async () => {
  portal = await startPortal({
    portal: {
      ...withInbound,
      files: {
        scan: () => {
          looks += 1;
          if (looks === 1) throw new ApiError('insufficient_storage', 'No room.');
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
