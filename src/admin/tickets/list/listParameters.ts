/** Parameters of the list's address. */
export const listParameters = [
  'view',
  'search',
  'status',
  'priority',
  'assignee',
  'tag',
  'organization',
  'requester',
  'sort',
] as const;

export type ListParameter = (typeof listParameters)[number];

export type Given = Readonly<Partial<Record<ListParameter, string>>>;
