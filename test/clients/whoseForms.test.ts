import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextOf } from '../../src/core/context.ts';
import { type PageVisitor, visitPages } from '../support/pages/clientPages.ts';
import { signedIn } from '../support/pages/clientSession.ts';
import { mailedSecret, sendTransfer } from '../transfers/transfersWorld.ts';
import { askFor, type RequestsWorld, startRequests } from '../upload-requests/requestsWorld.ts';

let world: RequestsWorld;

beforeAll(async () => {
  world = await startRequests();
});

afterAll(() => world.stop());

const enter = async (person: { readonly id: number }): Promise<PageVisitor> =>
  visitPages(world, (await signedIn(world, person)).cookies);

const pagesOf = (method: 'GET' | 'POST'): readonly string[] =>
  (contextOf(world.payload)?.features ?? [])
    .flatMap(({ clientPages }) => clientPages ?? [])
    .filter((page) => !page.isOpen && (page.method ?? 'GET') === method)
    .map(({ path }) => path);

interface RenderedForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The forms of a page that change something, each with its hidden fields. */
const formsIn = (html: string): readonly RenderedForm[] =>
  [...html.matchAll(/<form[^>]* method="post"[^>]* action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, action = '', content = '']) => {
      const hidden = content.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
      return { action, fields: Object.fromEntries([...hidden].map(([, name, value]) => [name, value])) };
    },
  );

/** A client with everything that their pages have buttons for, and the addresses of these pages. */
const furnished = async () => {
  const { client, organization } = world.people;
  const data = { email: 'colleague@example.com', password: 'a long password', role: 'client', organization };
  const colleague = { id: Number((await world.payload.create({ collection: 'users', data })).id) };
  await sendTransfer(world, { recipients: [{ email: client.email }] });
  await mailedSecret(world, client.email);
  await askFor(world, { recipients: [{ email: client.email }] });
  const visitor = await enter(client);
  await enter(client);
  const addressOf = async (...sent: Parameters<PageVisitor['send']>) => {
    const { status, location } = await visitor.send(...sent);
    expect(status).toBe(303);
    return location?.split('?')[0] ?? '';
  };
  const folder = await addressOf('/support/files', { name: 'Plans' });
  await addressOf(folder, { files: new File(['plan'], 'plan.txt') });
  const open = await addressOf('/support/tickets', { subject: 'Open' });
  await addressOf(`${open}/followers`, { follower: data.email });
  const closed = await addressOf('/support/tickets', { subject: 'Closed' });
  await addressOf(`${closed}/close`, {});
  const records: Readonly<Record<string, readonly string[]>> = {
    '/tickets/:id': [open, closed],
    '/files/:id': [folder],
  };
  const addresses = pagesOf('GET').flatMap((path) => records[path] ?? [`/support${path}`]);
  return { client, colleague, visitor, addresses };
};

const formsOf = async (visitor: PageVisitor, addresses: readonly string[]) => {
  const forms: RenderedForm[] = [];
  for (const address of addresses) {
    const { status, html } = await visitor.open(address);
    expect([address, status]).toEqual([address, 200]);
    forms.push(...formsIn(html));
  }
  return forms;
};

it('each form of a person who is signed in names them, and is refused from another who has signed in since', async () => {
  const { client, colleague, visitor, addresses } = await furnished();
  const forms = await formsOf(visitor, addresses);
  for (const { action, fields } of forms)
    expect([action, fields.author]).toEqual([action, String(client.id)]);
  const unseen = pagesOf('POST').filter((path) => {
    const pattern = new RegExp(`^/support${path.replaceAll(/:\w+/g, '[\\w-]+')}$`);
    return !forms.some(({ action }) => pattern.test(action));
  });
  expect(unseen).toEqual([]);
  const other = await enter(colleague);
  for (const { action, fields } of forms)
    expect([action, (await other.send(action, fields)).status]).toEqual([action, 409]);
  expect((await other.open('/support/account')).status).toBe(200);
  const actions = (list: readonly RenderedForm[]) => list.map(({ action }) => action);
  expect(actions(await formsOf(visitor, addresses))).toEqual(actions(forms));
});
