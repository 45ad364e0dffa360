/** Parameters of the list's address. The CMS keeps its own `sort` for the next visit. */
export const listParameters = [
  'view',
  'search',
  'status',
  'priority',
  'assignee',
  'tag',
  'organization',
  'requester',
  'order',
] as const;

export type ListParameter = (typeof listParameters)[number];

export type Given = Readonly<Partial<Record<ListParameter, string>>>;
