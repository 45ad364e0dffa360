import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import type { PortalContext } from '../context.ts';
import type { RecordId } from '../shared/values/ids.ts';

/** Something that happened to a record. */
export interface PortalEvent {
  /** Such as `ticket.created`. */
  readonly event: string;
  /** The time of the event. */
  readonly timestamp: Date;
  /** The organization of the record. It is null for none: then only webhooks that span all organizations receive the event. */
  readonly organization: RecordId | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** The data for webhooks of one organization, which clients can read; null: they do not receive the event. */
  readonly dataForClients?: Readonly<Record<string, unknown>> | null;
}

/** The request that caused an event. */
export interface Publication {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
}

/**
 * Publishes an event to every feature that receives events, in the transaction of the request that caused it: their records
 * are committed with the change, or not at all.
 */
export const publishEvent = async (publication: Publication, event: PortalEvent): Promise<void> => {
  for (const { receiveEvent } of publication.portal.features) await receiveEvent?.(publication, event);
};

/** The id of a user in the data of an event. */
export const eventUserId = z.string().nullable().describe('A user; null once they are deleted.');
