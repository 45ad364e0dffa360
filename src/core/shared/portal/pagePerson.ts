import type { RecordId } from '../values/ids.ts';

/** The header by which a page of the admin UI names the person who opened it. */
export const personHeader = 'X-Portal-Person';

/** The header's value for a person. Ids of an app may have characters that no header takes. */
export const personText = (id: RecordId): string => encodeURIComponent(id);
