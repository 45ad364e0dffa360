import type { BaseDatabaseAdapter, PayloadRequest } from 'payload';
import type { PortalContext } from '../../context.ts';
import { inTurnOf } from '../turns.ts';

interface Asked {
  readonly req?: PayloadRequest;
}

/**
 * Makes the CMS's lists take turns as the API's searches do, on each of its APIs: one document of GraphQL may hold sixty, and
 * each can look for words in long texts, or sort by one.
 */
export const listInTurns = (
  adapter: BaseDatabaseAdapter,
  { principalOf }: Pick<PortalContext, 'principalOf'>,
): void => {
  for (const name of ['find', 'findDistinct', 'count'] as const) {
    // An adapter of another kind comes here before the start rejects it.
    const ask = adapter[name] as ((args: Asked) => Promise<unknown>) | undefined;
    if (!ask) continue;
    const askInTurn = async (args: Asked) => {
      const work = () => ask.call(adapter, args);
      // A transaction holds a connection, and perhaps locks, while it waits.
      if (!args.req?.user || (await args.req.transactionID)) return work();
      return inTurnOf(adapter.payload, principalOf(args.req.user), work, 'lists');
    };
    Object.assign(adapter, { [name]: askInTurn });
  }
};
