import type { Payload } from 'payload';
import { eventProviders } from '../../core/shared/portal/mailProviders.ts';
import { mailSettings } from './mailSettings.ts';
import type { EventSecrets } from './readSettings.ts';

/** The credentials of providers' events: those in Settings, and the app's options for the rest. */
export const eventSecrets = async (payload: Payload, configured: EventSecrets): Promise<EventSecrets> => {
  const { events } = await mailSettings(payload);
  const entries = eventProviders.map((name) => [name, events[name] ?? configured[name]]);
  return { ...configured, ...Object.fromEntries(entries) };
};
