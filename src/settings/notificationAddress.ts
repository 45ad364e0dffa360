import type { Payload } from 'payload';
import { readSettings } from './readSettings.ts';

/** The notification address in Settings. */
export const notificationAddress = async (payload: Payload): Promise<string | null> =>
  (await readSettings(payload)).notificationEmail;
