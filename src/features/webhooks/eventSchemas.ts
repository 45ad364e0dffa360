import { z } from 'zod';

/** The data of the test of a webhook. */
export const testEventSchema = z
  .strictObject({ webhook_id: z.string() })
  .describe('The test of a webhook. It cannot be subscribed to.');
