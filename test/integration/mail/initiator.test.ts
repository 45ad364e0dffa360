import type { Endpoint, PayloadRequest } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

const mail = { to: 'ann@example.com', subject: 'Ready', text: 'Ready' };

/** An endpoint of another plugin that sends a mail and does not know the portal. */
const mailingEndpoint: Endpoint = {
  path: '/foreign/mail',
  method: 'post',
  handler: async ({ payload }: PayloadRequest) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    await payload.sendEmail(mail);
    return Response.json({});
  },
};

let portal: TestPortal;
let people: People;

beforeAll(async () => {
  portal = await startPortal({
    app: {
      endpoints: [mailingEndpoint],
      email: () => ({
        name: 'app',
        defaultFromName: 'App',
        defaultFromAddress: 'app@example.com',
        sendEmail: async () => ({}),
      }),
    },
  });
  people = await createPeople(portal);
});

afterAll(() => portal.stop());

const send = (headers: HeadersInit) => portal.fetch('/api/foreign/mail', { method: 'POST', headers });

const newestUserIds = async (count: number): Promise<(string | null)[]> => {
  const rows = await query<{ user_id: string | null }>(
    portal.databaseUrl,
    'select user_id from email_log order by id desc limit $1',
    [count],
  );
  return rows.map(({ user_id }) => user_id);
};

describe('the initiating user', () => {
  it('is the user of the request’s session, for any plugin’s endpoint', async () => {
    await send({ Authorization: `JWT ${people.editor.token}` });
    expect(await newestUserIds(1)).toEqual([String(people.editor.id)]);
  });

  it('is no one if no one is logged in', async () => {
    await send({});
    expect(await newestUserIds(1)).toEqual([null]);
  });

  it('is no one outside a request, even after one', async () => {
    await send({ Authorization: `JWT ${people.editor.token}` });
    await portal.payload.sendEmail(mail);
    expect(await newestUserIds(1)).toEqual([null]);
  });

  it('is not confused between concurrent requests', async () => {
    const roles = ['administrator', 'editor', 'developer', 'technician'] as const;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const role = roles[index % roles.length] ?? 'editor';
        return send({ Authorization: `JWT ${people[role].token}` });
      }),
    );
    const ids = await newestUserIds(20);
    for (const role of roles) expect(ids.filter((id) => id === String(people[role].id))).toHaveLength(5);
  });

  it('is the user that the sender declares, by id or as a document', async () => {
    await portal.payload.sendEmail({ ...mail, portal: { user: people.client.id } });
    expect(await newestUserIds(1)).toEqual([String(people.client.id)]);
    await portal.payload.sendEmail({ ...mail, portal: { user: { id: people.technician.id } } });
    expect(await newestUserIds(1)).toEqual([String(people.technician.id)]);
  });
});

describe('the declaration of a sender', () => {
  it('sets the type and the related record of the row, ids as text', async () => {
    const relatedTo = { type: 'ticket', id: 42 };
    await portal.payload.sendEmail({ ...mail, portal: { type: 'ticket_update', relatedTo } });
    const [row] = await query(
      portal.databaseUrl,
      'select type, related_type, related_id from email_log order by id desc limit 1',
    );
    expect(row).toEqual({ type: 'ticket_update', related_type: 'ticket', related_id: '42' });
  });
});
