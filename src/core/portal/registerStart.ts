import type { BaseDatabaseAdapter, Config, Payload } from 'payload';
import { contextOf, type PortalContext } from '../context.ts';
import { assertPostgres } from '../database/assertPostgres.ts';
import { timeSenders } from '../http/cms/graphqlSenders.ts';
import { guardEndpoint } from '../http/cms/guardEndpoint.ts';
import { respondToRefusedGraphql } from '../http/cms/guardGraphql.ts';
import { assertFieldsFit } from '../options/addedFields.ts';
import { followRequests } from '../request/requestContext.ts';
import { keepConcurrentSessions } from '../upstream/concurrentSessions.ts';
import { deleteForm, keepFormsApart } from '../upstream/keptForms.ts';
import { findLongWords } from '../upstream/longWords.ts';
import { findBeforeDeletion } from '../upstream/missingDeletion.ts';
import { watchTransactions } from '../upstream/refusedCommit.ts';
import { giveUpOnSilence } from '../upstream/silentPostgres.ts';
import { type Portal, portalOf, startPortal } from './portal.ts';

/** Starts the portal when the database is made. The email adapter is not loaded yet then, so every mail can be caught. */
export const registerStart = (config: Config, portal: PortalContext): Config => ({
  ...config,
  db: {
    ...config.db,
    init: ({ payload }) => {
      const adapter = config.db.init({ payload });
      assertPostgres(adapter);
      // Plugins that come after this one have added their fields by now.
      assertFieldsFit(payload.config, portal);
      const running = startPortal(payload, portal);
      watchTransactions(adapter, payload);
      giveUpOnSilence(adapter);
      keepConcurrentSessions(adapter);
      findLongWords(adapter);
      findBeforeDeletion(adapter);
      return joinPortal(adapter, payload, running);
    },
  },
  onInit: async (payload) => {
    await config.onInit?.(payload);
    timeSenders(payload);
    await portalOf(payload)?.open();
  },
});

/** A hot reload brings another config, destroys the database, and initialises the adapter again. */
const joinPortal = (
  adapter: BaseDatabaseAdapter,
  payload: Payload,
  { close }: Portal,
): BaseDatabaseAdapter => {
  const { init, destroy } = adapter;
  return Object.assign(adapter, {
    init: async () => {
      // Several instances may share one config. The request says which of them serves it.
      followRequests(payload, async (given, run) => {
        const { payload: serving } = given.req;
        const portal = contextOf(serving);
        const serve = async () => {
          await portalOf(serving)?.served();
          return run();
        };
        try {
          return await (portal ? guardEndpoint(given, portal, serve) : serve());
        } finally {
          await deleteForm(given.req);
        }
      });
      keepFormsApart(payload);
      respondToRefusedGraphql(payload);
      await init?.call(adapter);
    },
    destroy: async () => {
      await close();
      await destroy?.call(adapter);
    },
  });
};
