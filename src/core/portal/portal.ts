import type { Payload } from 'payload';
import type { PortalContext } from '../context.ts';
import { closePools, postgresOf, prepareEachPool, surviveRestarts } from '../database/pool.ts';
import type { PortalOffers, StartedFeature } from '../feature.ts';
import { type BackgroundWork, buildBackgroundWork } from '../jobs/background.ts';
import { provideTick } from '../jobs/round.ts';
import { metricsOf } from '../metrics/metrics.ts';
import { giveBackBroken } from '../upstream/failedBegin.ts';
import { nameFullPool } from '../upstream/fullPool.ts';
import { assertTransactionsWork } from '../upstream/refusedCommit.ts';

/** The portal's part in a Payload instance. */
export interface Portal extends PortalOffers {
  /**
   * Prepares what needs the database, once. If its tables are missing, the app starts all the same.
   *
   * @throws {PortalStartError} if the portal cannot keep its promises in this app
   */
  open(): Promise<void>;
  /** Opens, and starts the background work in this process, regardless of the option `workers`. */
  work(): Promise<void>;
  /** Opens, and begins the background work if it runs in the processes that serve. Called at each request. */
  served(): Promise<void>;
  close(): Promise<void>;
}

const key = Symbol.for('payload-support-portal.portal');

/** The portal of a Payload instance; undefined if the plugin is not installed, or disabled. */
export const portalOf = (payload: Payload): Portal | undefined =>
  (payload as Payload & { [key]?: Portal })[key];

/** Starts the features in a Payload instance that is about to start, and attaches the portal to it. */
export const startPortal = (payload: Payload, portal: PortalContext): Portal => {
  const started = portal.features.flatMap((feature) => feature.start?.(payload, portal) ?? []);
  const background = buildBackgroundWork(payload, portal);
  const running = attachPortal({ payload, portal, started, background });
  provideTick(payload, async () => {
    await running.open();
    return background.round();
  });
  return running;
};

interface PortalParts {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly started: readonly StartedFeature[];
  readonly background: BackgroundWork;
}

const attachPortal = ({ payload, portal, started, background }: PortalParts): Portal => {
  let opened: Promise<void> | null = null;

  const open = (): Promise<void> => {
    opened ??= prepare(payload, started).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };

  const work = async (): Promise<void> => {
    await open();
    background.start();
  };

  const life: Omit<Portal, keyof PortalOffers> = {
    open,
    work,
    served: portal.options.workers === 'inline' ? work : open,
    async close() {
      opened = null;
      await background.stop();
      for (const feature of started) await feature.close?.();
      await metricsOf(payload).close();
      await closePools(payload);
    },
  };
  const offers = Object.assign({}, ...started.map((feature) => feature.offers)) as PortalOffers;
  return Object.assign(payload, { [key]: { ...life, ...offers } })[key];
};

const prepare = async (payload: Payload, started: readonly StartedFeature[]): Promise<void> => {
  surviveRestarts(payload);
  giveBackBroken(postgresOf(payload).pool);
  prepareEachPool(payload, nameFullPool);
  await assertTransactionsWork(payload);
  for (const feature of started) await feature.open?.();
};
