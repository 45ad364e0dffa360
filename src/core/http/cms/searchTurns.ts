import type { BaseDatabaseAdapter, PayloadRequest, Where } from 'payload';
import type { PortalContext } from '../../context.ts';
import { looksForWords } from '../../database/queryBounds.ts';
import { inTurnOf } from '../turns.ts';

interface Asked {
  readonly where?: Where;
  readonly req?: PayloadRequest;
}

/**
 * Makes the CMS's filters that look for words within texts take turns as the API's searches do, on each of its APIs: one
 * document of GraphQL may hold many.
 */
export const searchInTurns = (
  adapter: BaseDatabaseAdapter,
  { principalOf }: Pick<PortalContext, 'principalOf'>,
): void => {
  for (const name of ['find', 'findDistinct', 'count'] as const) {
    const ask = adapter[name].bind(adapter) as (args: Asked) => Promise<unknown>;
    const askInTurn = async (args: Asked) => {
      const work = () => ask(args);
      // A transaction holds a connection, and perhaps locks, while it waits.
      if (!args.req?.user || !looksForWords(args.where) || (await args.req.transactionID)) return work();
      return inTurnOf(adapter.payload, principalOf(args.req.user), work, 'searches');
    };
    Object.assign(adapter, { [name]: askInTurn });
  }
};
