import type { Payload } from 'payload';
import { askShared } from '../database/sharedQueries.ts';
import { readSettings } from './readSettings.ts';

/** The notification address in Settings. Mails of the same moment share one query. */
export const notificationAddress = (payload: Payload): Promise<string | null> =>
  askShared(
    payload,
    'notification address',
    () => async () => (await readSettings(payload)).notificationEmail,
  );
