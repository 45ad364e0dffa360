import { createLocalReq } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf, type PortalContext } from '../../src/core/context.ts';
import { joiningClient } from '../../src/features/inbound/senders/joiningClient.ts';
import { createClient } from '../../src/features/people/createClient.ts';
import { startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';

let portal: TestPortal;
let people: People;

beforeAll(async () => {
  portal = await startPortal({ portal: { workers: 'external' } });
  people = await createPeople(portal);
});

afterAll(() => portal.stop());

describe('a first message from a domain of an organization', () => {
  const joining = async (address: string, organization = people.organization) =>
    joiningClient({
      req: await createLocalReq({}, portal.payload),
      portal: contextOf(portal.payload) as PortalContext,
      message: { from: [{ address, name: '' }] },
      organization,
    });

  it('waits if meanwhile its sender is known, and is no client of that organization', async () => {
    const { client: theirs, editor } = people;
    expect(await joining(theirs.email)).toMatchObject({ principal: { id: theirs.id } });
    expect(await joining(theirs.email, people.otherOrganization)).toBe('ambiguous');
    expect(await joining(editor.email)).toBe('ambiguous');
  });

  it('makes no one a user of an app that has users of its own, which staff read at the field', async () => {
    const context = contextOf(portal.payload) as PortalContext;
    const options = { ...context.options, existing: { ...context.options.existing, users: true } };
    const created = createClient({
      req: await createLocalReq({}, portal.payload),
      portal: { ...context, options },
      email: 'new@own.example',
      name: '',
      organization: people.organization,
    });
    await expect(created).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'requester_email' }],
    });
  });
});
