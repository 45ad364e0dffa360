import type { CollectionSlug, Payload } from 'payload';
import { postgresOf } from '../database/pool.ts';
import { tableNameOf } from '../database/table.ts';

/** A field that the app added to the log's rows, which its `beforeEmailLog` hooks fill. */
export interface AddedColumn {
  readonly field: string;
  readonly column: string;
}

const own = new Set(
  'id status createdAt to subject error transport type relatedType relatedId userId messageId fallback'.split(
    ' ',
  ),
);

/** The fields beside the portal's own that are a column each; what has tables of its own is not among them. */
export const addedColumns = (payload: Payload, slug: string): readonly AddedColumn[] => {
  const { config } = payload.collections[slug as CollectionSlug] ?? {};
  const columns = postgresOf(payload).tables[tableNameOf(payload, slug)];
  return (config?.flattenedFields ?? []).flatMap(({ name }) => {
    const column: unknown = own.has(name) ? undefined : Reflect.get(Object(columns), name);
    const columnName: unknown = Reflect.get(Object(column), 'name');
    return typeof columnName === 'string' ? [{ field: name, column: columnName }] : [];
  });
};
