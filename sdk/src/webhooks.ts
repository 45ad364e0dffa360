import { type Api, type Filter, type Input, path } from './api.ts';
import type { CallOptions } from './options.ts';
import type { Delivery, Webhook } from './types.ts';

export const webhooksOf = ({ call, list }: Api) => ({
  /** The webhooks in reach, newest first. */
  list: (filter?: Filter<'list_webhooks'>, options?: CallOptions) =>
    list<Webhook>('/v1/webhooks', filter, options),
  /** Registers a webhook. Only this response shows its secret. */
  create: (input: Input<'create_webhook'>, options?: CallOptions) =>
    call<'create_webhook'>({ method: 'POST', path: '/v1/webhooks', input }, options),
  get: (id: string, options?: CallOptions) =>
    call<'get_webhook'>({ method: 'GET', path: path`/v1/webhooks/${id}` }, options),
  update: (id: string, input: Input<'update_webhook'>, options?: CallOptions) =>
    call<'update_webhook'>({ method: 'PATCH', path: path`/v1/webhooks/${id}`, input }, options),
  delete: async (id: string, options?: CallOptions): Promise<void> => {
    await call<'delete_webhook'>({ method: 'DELETE', path: path`/v1/webhooks/${id}` }, options);
  },
  /** Replaces the secret; for a day the old one signs, too. */
  rotateSecret: (id: string, options?: CallOptions) =>
    call<'rotate_webhook_secret'>({ method: 'POST', path: path`/v1/webhooks/${id}/rotate-secret` }, options),
  /** Sends the event `webhook.test`. */
  test: (id: string, options?: CallOptions) =>
    call<'test_webhook'>({ method: 'POST', path: path`/v1/webhooks/${id}/test` }, options),
  /** Sends all deliveries again that have failed and were created at a moment or later. */
  recover: (id: string, input: Input<'recover_webhook'>, options?: CallOptions) =>
    call<'recover_webhook'>({ method: 'POST', path: path`/v1/webhooks/${id}/recover`, input }, options),
  deliveries: deliveriesOf({ call, list }),
});

const deliveriesOf = ({ call, list }: Pick<Api, 'call' | 'list'>) => ({
  /** Past and pending deliveries of a webhook, newest first. */
  list: (webhookId: string, filter?: Filter<'list_webhook_deliveries'>, options?: CallOptions) =>
    list<Delivery>(path`/v1/webhooks/${webhookId}/deliveries`, filter, options),
  /** A delivery with the request and response of its last attempt. */
  get: (webhookId: string, id: string, options?: CallOptions) =>
    call<'get_webhook_delivery'>(
      { method: 'GET', path: path`/v1/webhooks/${webhookId}/deliveries/${id}` },
      options,
    ),
  /** Sends a delivery again at once. */
  redeliver: (webhookId: string, id: string, options?: CallOptions) =>
    call<'redeliver_webhook'>(
      { method: 'POST', path: path`/v1/webhooks/${webhookId}/deliveries/${id}/redeliver` },
      options,
    ),
});
