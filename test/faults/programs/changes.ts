import type { Payload } from 'payload';
import type { PortalContext } from '../../../src/core/context.ts';
import { runStatement } from '../../../src/core/database/statement.ts';
import { deliverEvent } from '../../../src/features/webhooks/deliveries/outbox.ts';
import { inBareTransaction } from './bareApp.ts';

/** Makes a change and publishes its event, in one transaction. */
export const publishChange = (payload: Payload, portal: PortalContext, number: number): Promise<void> =>
  inBareTransaction(payload, async (req) => {
    await runStatement(req, 'insert into changes (number) values ($1)', [number]);
    await deliverEvent(
      { req, portal },
      { event: 'ticket.created', timestamp: new Date(), organization: null, data: { number } },
    );
  });
