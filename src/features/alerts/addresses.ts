import type { GlobalSlug, Payload } from 'payload';
import { postgresOf } from '../../core/database/pool.ts';
import { settingsSlug } from '../../core/shared/portal/settingsSlug.ts';
import type { AlertAddress } from './vocabulary.ts';

/** The addresses of Settings → Notifications → Alerts. */
export const addressesOf = async (payload: Payload): Promise<readonly AlertAddress[]> => {
  const settings = await payload.findGlobal({
    slug: settingsSlug as GlobalSlug,
    depth: 0,
    overrideAccess: true,
  });
  const { notifications } = settings as unknown as {
    readonly notifications?: { readonly alerts?: readonly AlertAddress[] | null };
  };
  return (notifications?.alerts ?? []).map(({ url, format }) => ({ url, format }));
};

/** An address that did not take the last alert. */
interface DeadAddress {
  readonly url: string;
  readonly error: string;
  /** The moment since which it has failed. */
  readonly failedAt: Date;
}

/** The addresses in Settings that did not take their last alert. */
export const deadAddresses = async (payload: Payload): Promise<readonly DeadAddress[]> => {
  const wanted = (await addressesOf(payload)).map(({ url }) => url);
  if (wanted.length === 0) return [];
  const { rows } = await postgresOf(payload).pool.query<DeadAddress>(
    `select url, error, failed_at as "failedAt" from support_portal.alert_addresses where url = any($1) order by failed_at`,
    [wanted],
  );
  return rows;
};

/** @param error the reason why it did not take an alert; null if it did */
export const noteAddress = async (payload: Payload, url: string, error: string | null): Promise<void> => {
  await (error === null
    ? postgresOf(payload).pool.query('delete from support_portal.alert_addresses where url = $1', [url])
    : postgresOf(payload).pool.query(
        `insert into support_portal.alert_addresses (url, error, failed_at) values ($1, $2, now())
         on conflict (url) do update set error = excluded.error`,
        [url, error],
      ));
};
