import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

let portal: TestPortal;
let people: People;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  const key = await keyClient(portal, people.administrator, { owner: people.editor });
  const newTicket = async (organization: number, tags: readonly string[]) => {
    const ticket = { subject: 'VPN is slow', organization_id: String(organization), tags };
    expect((await key.post('/v1/tickets', ticket)).status).toBe(201);
  };
  await newTicket(people.organization, ['invoice', '100%']);
  await newTicket(people.organization, ['Old invoice', 'Invoice']);
  await newTicket(people.otherOrganization, ['invoice of theirs']);
});

afterAll(() => portal.stop());

const tagsFor = async (who: Client, search: string) =>
  (await who.get(`/portal/v1/tags?${new URLSearchParams({ search })}`)).body.data;

it('finds the tags that contain a text, the most frequent first, each once in any case', async () => {
  const editor = sessionOf(portal, people.editor);
  const found = await tagsFor(editor, 'VOICE');
  expect(found[0].toLowerCase()).toBe('invoice');
  expect(found.slice(1)).toEqual(['invoice of theirs', 'Old invoice']);
  expect(await tagsFor(editor, '%')).toEqual(['100%']);
});

it('shows a representative the tags of their organizations alone, and a client none', async () => {
  const representative = sessionOf(portal, people.representative);
  expect(await tagsFor(representative, 'theirs')).toEqual([]);
  expect(await tagsFor(representative, 'old')).toEqual(['Old invoice']);
  expect((await sessionOf(portal, people.client).get('/portal/v1/tags')).status).toBe(403);
});
