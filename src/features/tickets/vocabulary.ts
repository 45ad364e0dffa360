/** Priorities in rising order, by which tickets are sorted. */
export const priorities = ['low', 'medium', 'high', 'urgent'] as const;

export type Priority = (typeof priorities)[number];

export const defaultPriority: Priority = 'medium';

export const statuses = ['open', 'in_progress', 'resolved', 'closed'] as const;

export type Status = (typeof statuses)[number];

/** The sides of a conversation: the agency and the client. A ticket waits for one of them. */
export const sides = ['staff', 'client'] as const;

export type Side = (typeof sides)[number];

/** Lengths in code points. */
export const limits = { subject: 255, description: 50_000, reply: 50_000 } as const;

/** The longest text to search for: a text that nearly holds it is compared with all of it at every place. */
export const longestSearch = 200;
