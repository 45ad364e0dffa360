import { reencryptAnswers } from '../api/idempotency/reencryptAnswers.ts';
import { reencryptSettings } from '../settings/reencryptSettings.ts';
import { reencryptWebhooks } from '../webhooks/secrets.ts';
import type { Reencrypt } from './database/rotateSecret.ts';

/** Whatever the portal stores under `PAYLOAD_SECRET`; each part knows how to carry its own over to another one. */
export const secretParts: readonly Reencrypt[] = [reencryptSettings, reencryptAnswers, reencryptWebhooks];
