import { type Api, type Filter, type Input, path } from './api.ts';
import { type UploadForm, uploadBody } from './body.ts';
import type { CallOptions } from './options.ts';
import type { LinkActivity, RecordLink, Transfer } from './types.ts';

export type TransferFileInput = Pick<UploadForm, 'file' | 'filename' | 'type'>;

export const transfersOf = (api: Api) => {
  const { call, list } = api;
  return {
    /** The transfers in reach, newest first. */
    list: (filter?: Filter<'list_transfers'>, options?: CallOptions) =>
      list<Transfer>('/v1/transfers', filter, options),
    /** Creates a draft: nothing is sent yet. */
    create: (input: Input<'create_transfer'>, options?: CallOptions) =>
      call<'create_transfer'>({ method: 'POST', path: '/v1/transfers', input }, options),
    get: (id: string, options?: CallOptions) =>
      call<'get_transfer'>({ method: 'GET', path: path`/v1/transfers/${id}` }, options),
    update: (id: string, input: Input<'update_transfer'>, options?: CallOptions) =>
      call<'update_transfer'>({ method: 'PATCH', path: path`/v1/transfers/${id}`, input }, options),
    /** Mails its recipients. Its files are sealed from then on. */
    send: (id: string, options?: CallOptions) =>
      call<'send_transfer'>({ method: 'POST', path: path`/v1/transfers/${id}/send` }, options),
    /** Ends its links, and deletes the files that belong to it. */
    revoke: async (id: string, options?: CallOptions): Promise<void> => {
      await call<'revoke_transfer'>({ method: 'DELETE', path: path`/v1/transfers/${id}` }, options);
    },
    /** The events of its life and of its links, oldest first. */
    activity: (id: string, filter?: Filter<'list_transfer_activity'>, options?: CallOptions) =>
      list<LinkActivity>(path`/v1/transfers/${id}/activity`, filter, options),
    files: filesOfTransfer(api),
    links: linksOf(api),
    recipients: recipientsOf(api),
  };
};

const filesOfTransfer = ({ call }: Pick<Api, 'call'>) => ({
  /** Streams a file into a draft. A file from a stream is sent once, because a retry could not read it again. */
  add: async (id: string, { file, filename, type }: TransferFileInput, options?: CallOptions) =>
    call<'add_transfer_file'>(
      {
        method: 'POST',
        path: path`/v1/transfers/${id}/files`,
        body: uploadBody({ file, filename, type, fields: {} }),
      },
      options,
    ),
  remove: async (id: string, fileId: string, options?: CallOptions): Promise<void> => {
    await call<'remove_transfer_file'>(
      { method: 'DELETE', path: path`/v1/transfers/${id}/files/${fileId}` },
      options,
    );
  },
});

const linksOf = ({ call, list }: Pick<Api, 'call' | 'list'>) => ({
  /** Creates a link for anyone who has it. Only this response shows it. */
  create: (id: string, input: Input<'create_transfer_link'> = {}, options?: CallOptions) =>
    call<'create_transfer_link'>({ method: 'POST', path: path`/v1/transfers/${id}/links`, input }, options),
  /** Its links, newest first, without their addresses. */
  list: (id: string, filter?: Filter<'list_transfer_links'>, options?: CallOptions) =>
    list<RecordLink>(path`/v1/transfers/${id}/links`, filter, options),
  revoke: async (id: string, linkId: string, options?: CallOptions): Promise<void> => {
    await call<'revoke_transfer_link'>(
      { method: 'DELETE', path: path`/v1/transfers/${id}/links/${linkId}` },
      options,
    );
  },
});

const recipientsOf = ({ call }: Pick<Api, 'call'>) => ({
  /** Adds a recipient. A recipient of a transfer that was sent before is mailed at once. */
  add: (id: string, input: Input<'add_transfer_recipient'>, options?: CallOptions) =>
    call<'add_transfer_recipient'>(
      { method: 'POST', path: path`/v1/transfers/${id}/recipients`, input },
      options,
    ),
  /** Mails a recipient again. */
  resend: (id: string, recipientId: string, options?: CallOptions) =>
    call<'resend_transfer'>(
      { method: 'POST', path: path`/v1/transfers/${id}/recipients/${recipientId}/resend` },
      options,
    ),
});
