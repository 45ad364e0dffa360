import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import type { RecordId } from '../shared/ids.ts';

/** Something that happened to a record. */
export interface PortalEvent {
  /** Such as `ticket.created`. */
  readonly event: string;
  /** When it happened. */
  readonly timestamp: Date;
  /** Whose record it is. Null for no organization: then only webhooks that span all receive the event. */
  readonly organization: RecordId | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** What webhooks of one organization get instead, which clients read; null: they get nothing. */
  readonly dataForClients?: Readonly<Record<string, unknown>> | null;
}

/** The request that caused an event. */
export interface Publication {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
}

/**
 * Publishes an event to every feature that receives events, in the transaction of the request that caused it: what they
 * store is committed with the change, or not at all.
 */
export const publishEvent = async (publication: Publication, event: PortalEvent): Promise<void> => {
  for (const { receiveEvent } of publication.portal.features) await receiveEvent?.(publication, event);
};
