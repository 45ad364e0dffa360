import type { GlobalAfterChangeHook } from 'payload';
import { forgetSettings } from '../src/features/settings/mailSettings.ts';

/** The next mail of this process goes by the new Settings; other processes read them within seconds. */
export const rereadSettings: GlobalAfterChangeHook = ({ req }) => forgetSettings(req.payload);
