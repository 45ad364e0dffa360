import type { Payload } from 'payload';
import { askShared } from '../database/sharedQueries.ts';
import { readSettings } from './readSettings.ts';

/** The address that Settings name for what is meant for nobody else. Mails of the same moment share a look at them. */
export const notificationAddress = (payload: Payload): Promise<string | null> =>
  askShared(
    payload,
    'notification address',
    () => async () => (await readSettings(payload)).notificationEmail,
  );
