import { SupportPortalClient } from 'payload-support-portal/sdk';
import { expect, it } from 'vitest';
import { publicOperations } from '../../sdk/scripts/renderTypes.ts';

/** How each operation of the API is called; ids stand for the parameters of its path, in their order. */
const calls: Record<string, (client: SupportPortalClient) => Promise<unknown>> = {
  list_tickets: ({ tickets }) => tickets.list().page(),
  create_ticket: ({ tickets }) => tickets.create({ subject: 's' }),
  get_ticket: ({ tickets }) => tickets.get('a/b'),
  update_ticket: ({ tickets }) => tickets.update('a/b', { subject: 's' }),
  merge_ticket: ({ tickets }) => tickets.merge('a/b', { into: '1' }),
  list_followers: ({ tickets }) => tickets.followers.list('a/b').page(),
  add_follower: ({ tickets }) => tickets.followers.add('a/b', 'a/b'),
  remove_follower: ({ tickets }) => tickets.followers.remove('a/b', 'a/b'),
  list_replies: ({ tickets }) => tickets.replies.list('a/b').page(),
  reply_to_ticket: ({ tickets }) => tickets.replies.create('a/b', { body: 'b' }),
  list_saved_replies: ({ savedReplies }) => savedReplies.list().page(),
  list_folders: ({ folders }) => folders.list().page(),
  create_folder: ({ folders }) => folders.create({ name: 'n' }),
  get_folder: ({ folders }) => folders.get('a/b'),
  rename_folder: ({ folders }) => folders.rename('a/b', { name: 'n' }),
  delete_folder: ({ folders }) => folders.delete('a/b'),
  list_files: ({ files }) => files.list().page(),
  upload_file: ({ files }) => files.upload({ file: Buffer.from('b'), filename: 'f', folder_id: '1' }),
  get_file: ({ files }) => files.get('a/b'),
  delete_file: ({ files }) => files.delete('a/b'),
  download_file: ({ files }) => files.download('a/b'),
  list_transfers: ({ transfers }) => transfers.list().page(),
  create_transfer: ({ transfers }) => transfers.create({ title: 't' }),
  get_transfer: ({ transfers }) => transfers.get('a/b'),
  update_transfer: ({ transfers }) => transfers.update('a/b', { title: 't' }),
  revoke_transfer: ({ transfers }) => transfers.revoke('a/b'),
  send_transfer: ({ transfers }) => transfers.send('a/b'),
  add_transfer_file: ({ transfers }) => transfers.files.add('a/b', { file: Buffer.from('b'), filename: 'f' }),
  remove_transfer_file: ({ transfers }) => transfers.files.remove('a/b', 'a/b'),
  create_transfer_link: ({ transfers }) => transfers.links.create('a/b'),
  list_transfer_links: ({ transfers }) => transfers.links.list('a/b').page(),
  revoke_transfer_link: ({ transfers }) => transfers.links.revoke('a/b', 'a/b'),
  add_transfer_recipient: ({ transfers }) => transfers.recipients.add('a/b', { email: 'a@example.com' }),
  resend_transfer: ({ transfers }) => transfers.recipients.resend('a/b', 'a/b'),
  list_transfer_activity: ({ transfers }) => transfers.activity('a/b').page(),
  list_upload_requests: ({ uploadRequests }) => uploadRequests.list().page(),
  create_upload_request: ({ uploadRequests }) =>
    uploadRequests.create({ title: 't', organization_id: '1', folder_id: '1', recipients: [] }),
  get_upload_request: ({ uploadRequests }) => uploadRequests.get('a/b'),
  update_upload_request: ({ uploadRequests }) => uploadRequests.update('a/b', { title: 't' }),
  close_upload_request: ({ uploadRequests }) => uploadRequests.close('a/b'),
  reopen_upload_request: ({ uploadRequests }) => uploadRequests.reopen('a/b'),
  remind_of_upload_request: ({ uploadRequests }) => uploadRequests.remind('a/b'),
  judge_upload_request_item: ({ uploadRequests }) =>
    uploadRequests.judge('a/b', 'a/b', { state: 'received' }),
  create_upload_request_link: ({ uploadRequests }) => uploadRequests.links.create('a/b'),
  list_upload_request_links: ({ uploadRequests }) => uploadRequests.links.list('a/b').page(),
  revoke_upload_request_link: ({ uploadRequests }) => uploadRequests.links.revoke('a/b', 'a/b'),
  list_upload_request_activity: ({ uploadRequests }) => uploadRequests.activity('a/b').page(),
  list_organizations: ({ organizations }) => organizations.list().page(),
  list_users: ({ users }) => users.list().page(),
  list_email_log: ({ emailLog }) => emailLog.list().page(),
  create_webhook: ({ webhooks }) => webhooks.create({ url: 'https://example.com', events: ['*'] }),
  list_webhooks: ({ webhooks }) => webhooks.list().page(),
  get_webhook: ({ webhooks }) => webhooks.get('a/b'),
  update_webhook: ({ webhooks }) => webhooks.update('a/b', { status: 'disabled' }),
  delete_webhook: ({ webhooks }) => webhooks.delete('a/b'),
  rotate_webhook_secret: ({ webhooks }) => webhooks.rotateSecret('a/b'),
  test_webhook: ({ webhooks }) => webhooks.test('a/b'),
  recover_webhook: ({ webhooks }) => webhooks.recover('a/b', { since: '2026-01-01T00:00:00Z' }),
  list_webhook_deliveries: ({ webhooks }) => webhooks.deliveries.list('a/b').page(),
  get_webhook_delivery: ({ webhooks }) => webhooks.deliveries.get('a/b', 'a/b'),
  redeliver_webhook: ({ webhooks }) => webhooks.deliveries.redeliver('a/b', 'a/b'),
};

const url = 'https://portal.example.com';

/** The last request that a call makes, of a portal that grants everything. */
const requestOf = async (call: (client: SupportPortalClient) => Promise<unknown>): Promise<string> => {
  const requests: string[] = [];
  const answer = { data: [], meta: {}, download_url: `${url}/api/v1/files/a%2Fb/download` };
  const fetch = async (to: URL, init: RequestInit) => {
    requests.push(`${init.method} ${to.pathname}`);
    return Response.json(answer);
  };
  await call(new SupportPortalClient({ url, apiKey: 'sp_live_x', fetch: fetch as typeof globalThis.fetch }));
  return requests.at(-1) ?? '';
};

it.each(publicOperations.map(({ name, method, path }) => ({ name, method, path })))(
  'the client has a way to $name',
  async ({ name, method, path }) => {
    const call = calls[name] ?? expect.fail(`Nothing calls ${name}.`);
    expect(await requestOf(call)).toBe(`${method} /api${path.replaceAll(/\{\w+\}/g, 'a%2Fb')}`);
  },
);

it('the client has no way to what the API has not', () => {
  expect(Object.keys(calls).sort()).toEqual(publicOperations.map(({ name }) => name).sort());
  const client = new SupportPortalClient({ url, apiKey: 'sp_live_x' });
  expect(countFunctions(client)).toBe(publicOperations.length);
});

const countFunctions = (value: object): number =>
  Object.values(value).reduce<number>(
    (sum, member) => sum + (typeof member === 'function' ? 1 : countFunctions(member)),
    0,
  );
