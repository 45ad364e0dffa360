import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Principal } from '../../../src/core/access/roles.ts';
import { contextOf, type PortalContext } from '../../../src/core/context.ts';
import { readMessages } from '../../../src/features/tickets/replies/readMessages.ts';
import { startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

let portal: TestPortal;
let read: (description: string, search?: string) => Promise<string | undefined>;

beforeAll(async () => {
  portal = await startPortal({ portal: { workers: 'external' } });
  const { payload } = portal;
  const { organization, administrator } = await createPeople(portal);
  const context = contextOf(payload) as PortalContext;
  const caller = context.principalOf({ ...administrator, collection: 'users' } as never) as Principal;
  read = async (description, search) => {
    const data = { subject: 'Any', description, organization } as never;
    const { id } = await payload.create({ collection: 'tickets', data, overrideAccess: true });
    const messages = await readMessages({ payload, portal: context, caller }, [{ id }], search);
    return messages.get(String(id))?.text;
  };
});

afterAll(() => portal.stop());

it.each([
  ['The toner is empty.', 'toner', 'The toner is empty.'],
  ['Since Monday our customers complain about it.', 'complain', '… our customers complain about it.'],
  ['Since Monday our customers complain about it.', 'COMPLAIN', '… our customers complain about it.'],
  // No word begins before what was found.
  [`${'x'.repeat(100)}toner`, 'toner', `… ${'x'.repeat(20)}toner`],
])('of %j shows what %j finds, from a word on: %j', async (text, search, expected) => {
  expect(await read(text, search)).toBe(expected);
});

it('begins at the beginning without a search', async () => {
  expect(await read('Since Monday our customers complain about it.')).toBe(
    'Since Monday our customers complain about it.',
  );
});
