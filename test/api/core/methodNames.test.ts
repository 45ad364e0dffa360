import { de } from 'payload/i18n/de';
import { en } from 'payload/i18n/en';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hidesMethods } from '../../../src/core/shared/values/methodNames.ts';
import { type Client, sessionOf } from '../../support/api/api.ts';
import { startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let administrator: Client;
let ticket: string;
beforeAll(async () => {
  portal = await startPortal({
    portal: { rateLimit: { perMinute: 0 } },
    app: { i18n: { supportedLanguages: { en, de } } },
  });
  people = await createPeople(portal);
  administrator = sessionOf(portal, people.administrator);
  const { body } = await administrator.post('/tickets', {
    subject: 'The plan',
    description: 'x',
    organization: people.organization,
    requester: people.client.id,
  });
  ticket = body.doc.id;
});
afterAll(() => portal.stop());

const english = 'No object of a body may have a member called toString, valueOf or __proto__.';
const german = 'Kein Objekt des Inhalts darf ein Element namens toString, valueOf oder __proto__ haben.';

describe('an object that has a member in the place of a method is 400', () => {
  const hidden = ['{"toString":1}', '{"valueOf" : null}', '{"__proto__":{"a":1}}', '{"to\\u0053tring":1}'];

  it.each(hidden)('in any place of a body of the CMS’s REST: %s', async (value) => {
    const bodies: [path: string, body: string][] = [
      [`/tickets/${ticket}`, `{"followers":[${value}]}`],
      [`/users/${people.client.id}`, `{"organization":${value}}`],
      [`/users/${people.representative.id}`, `{"organizations":[${value}]}`],
      [`/organizations/${people.organization}`, `{"domains":[${value}]}`],
    ];
    for (const [path, body] of bodies)
      expect(await administrator.patch(path, body), path).toMatchObject({
        status: 400,
        body: { error: 'bad_request', message: english },
      });
    for (const body of [
      `{"inbound":{"imap":{"host":${value}}}}`,
      `{"notifications":{"proxy":{"url":${value}}}}`,
    ])
      expect((await administrator.post('/globals/portal-settings', body)).status).toBe(400);
  });

  it('in a form', async () => {
    const form = new FormData();
    form.set('_payload', JSON.stringify({ followers: [{ toString: 1 }] }));
    const response = await portal.fetch(`/api/tickets/${ticket}`, {
      method: 'PATCH',
      headers: { Authorization: `JWT ${people.administrator.token}` },
      body: form,
    });
    expect(response.status).toBe(400);
  });

  it('in the language of the request', async () => {
    const body = { followers: [{ toString: 1 }] };
    const { body: refused } = await administrator.patch(`/tickets/${ticket}`, body, {
      'Accept-Language': 'de',
    });
    expect(refused.message).toBe(german);
  });
});

it('a text that has these words is taken', async () => {
  const text = '{"toString": 1}, "valueOf":, \\"__proto__\\" : 2, {\\"toString\\":1}';
  const { status, body } = await administrator.patch(`/tickets/${ticket}`, { subject: text });
  expect([status, body.doc.subject]).toEqual([200, text]);
  expect(
    hidesMethods(JSON.stringify({ 'a"toString': 1, toStrings: 2, value: 'toString', key: ['valueOf'] })),
  ).toBe(false);
});

it('the API refuses such a body itself', async () => {
  for (const body of ['{"subject":{"toString":1}}', '{"subject":"x","toString":1}'])
    expect((await administrator.post('/portal/v1/transfers', body)).status).toBe(422);
});
