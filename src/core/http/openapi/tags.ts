/** A part of the API in its description. If operations of several features belong to it, one of them describes it. */
export interface ApiTag {
  readonly name: string;
  readonly description?: string;
}

/** The parts of the API, by the first word of their paths. */
export type ApiTags = Readonly<Record<string, ApiTag>>;

const others: ApiTag = { name: 'Description', description: 'This description of the API.' };

export const tagOf = (path: string, tags: ApiTags): ApiTag => {
  const [, subject = ''] = /\/v1\/([\w-]+)/.exec(path) ?? [];
  return tags[subject] ?? others;
};

export const eventsTag = { name: 'Events', description: 'The events that registered webhooks receive.' };

/** The parts to which these paths belong, each once and with its description; the events come last. */
export const listTags = (
  paths: readonly string[],
  tags: ApiTags,
): { name: string; description: string }[] => {
  const described = new Map(
    [...Object.values(tags), others].flatMap(({ name, description }) =>
      description === undefined ? [] : [[name, { name, description }]],
    ),
  );
  const names = new Set(paths.map((path) => tagOf(path, tags).name));
  return [...[...names].flatMap((name) => described.get(name) ?? []), eventsTag];
};
