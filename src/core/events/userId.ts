import { z } from 'zod';

/** The id of a user in the data of an event. */
export const eventUserId = z.string().nullable().describe('A user; null once they are deleted.');
