import { type Api, type Filter, type Input, path } from './api.ts';
import type { CallOptions } from './options.ts';
import type { LinkActivity, RecordLink, UploadRequest } from './types.ts';

export const uploadRequestsOf = (api: Api) => {
  const { call, list } = api;
  return {
    /** The upload requests in reach, newest first. */
    list: (filter?: Filter<'list_upload_requests'>, options?: CallOptions) =>
      list<UploadRequest>('/v1/upload-requests', filter, options),
    /** Mails each recipient a link of their own. */
    create: (input: Input<'create_upload_request'>, options?: CallOptions) =>
      call<'create_upload_request'>({ method: 'POST', path: '/v1/upload-requests', input }, options),
    get: (id: string, options?: CallOptions) =>
      call<'get_upload_request'>({ method: 'GET', path: path`/v1/upload-requests/${id}` }, options),
    update: (id: string, input: Input<'update_upload_request'>, options?: CallOptions) =>
      call<'update_upload_request'>(
        { method: 'PATCH', path: path`/v1/upload-requests/${id}`, input },
        options,
      ),
    /** The request takes no more files. */
    close: (id: string, options?: CallOptions) =>
      call<'close_upload_request'>({ method: 'POST', path: path`/v1/upload-requests/${id}/close` }, options),
    reopen: (id: string, options?: CallOptions) =>
      call<'reopen_upload_request'>(
        { method: 'POST', path: path`/v1/upload-requests/${id}/reopen` },
        options,
      ),
    /** Reminds its recipients by mail. */
    remind: (id: string, options?: CallOptions) =>
      call<'remind_of_upload_request'>(
        { method: 'POST', path: path`/v1/upload-requests/${id}/remind` },
        options,
      ),
    /** Marks an item as received, or rejects it: then it is open again, and its senders get a mail. */
    judge: (id: string, itemId: string, input: Input<'judge_upload_request_item'>, options?: CallOptions) =>
      call<'judge_upload_request_item'>(
        { method: 'PATCH', path: path`/v1/upload-requests/${id}/items/${itemId}`, input },
        options,
      ),
    /** The history of it and its links, oldest first. */
    activity: (id: string, filter?: Filter<'list_upload_request_activity'>, options?: CallOptions) =>
      list<LinkActivity>(path`/v1/upload-requests/${id}/activity`, filter, options),
    links: linksOf(api),
  };
};

const linksOf = ({ call, list }: Pick<Api, 'call' | 'list'>) => ({
  /** Creates a link for anyone who has it. Only this response shows it. */
  create: (id: string, input: Input<'create_upload_request_link'> = {}, options?: CallOptions) =>
    call<'create_upload_request_link'>(
      { method: 'POST', path: path`/v1/upload-requests/${id}/links`, input },
      options,
    ),
  /** Its links, newest first, without their addresses. */
  list: (id: string, filter?: Filter<'list_upload_request_links'>, options?: CallOptions) =>
    list<RecordLink>(path`/v1/upload-requests/${id}/links`, filter, options),
  revoke: async (id: string, linkId: string, options?: CallOptions): Promise<void> => {
    await call<'revoke_upload_request_link'>(
      { method: 'DELETE', path: path`/v1/upload-requests/${id}/links/${linkId}` },
      options,
    );
  },
});
