import type { PayloadRequest } from 'payload';
import type { ApiKey } from '../../../core/access/apiKey.ts';
import type { Principal } from '../../../core/access/roles.ts';
import { assertScope } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import { buildConditions } from '../../../core/database/listRows.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { filesInReach } from '../../../core/reach/reachSql.ts';
import { type Detail, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { type Sentence, say } from '../../../core/texts/say.ts';
import { type FileRow, fileColumns } from '../../files/feature.ts';

/** The request for a new transfer. */
export interface DraftContext {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly caller: Principal;
  readonly key: ApiKey | null;
}

type NamedFile = FileRow & { readonly organization_id: RecordId | null } & Record<string, unknown>;

/** The named files, in their order; each once. They stay until the request's transaction ends. */
export const findNamedFiles = async (
  context: DraftContext,
  named: readonly string[],
): Promise<readonly NamedFile[]> => {
  const { req, portal, caller } = context;
  const wanted = [...new Set(named)];
  if (wanted.length === 0) return [];
  // The recipients read the files, and so could a caller who may not.
  assertScope(context, 'files:read');
  const { payload } = req;
  const conditions = buildConditions().add(
    'id = any(?)',
    wanted.filter((id) => isId(payload, id)),
  );
  const { sql, parameters } = filesInReach(conditions, { payload, portal, caller });
  const { rows } = await runStatement<NamedFile>(
    req,
    `select ${fileColumns}, organization_id from ${tableOf(payload, portal.options.slugs.files)} ${sql}
     order by id for key share`,
    [...parameters],
  );
  const byId = new Map(rows.map((row) => [idText(row.id), row]));
  const details: Detail[] = [];
  const found = wanted.flatMap((id) => {
    const row = byId.get(id);
    const problem = problemOf(row, id);
    if (row && problem === null) return [row];
    if (problem !== null) details.push({ path: `file_ids.${named.indexOf(id)}`, message: problem });
    return [];
  });
  if (details.length > 0) throw validationFailed(details);
  return found;
};

const problemOf = (row: NamedFile | undefined, id: string): Sentence | null => {
  if (!row) return say('errors:file:unknown', { id });
  if (row.transfer_id !== null) return say('errors:file:ofTransfer', { name: row.name });
  return row.internal ? say('transfers:errors:internal', { name: row.name }) : null;
};

/** @throws {ApiError} `validation_failed` for a file of another organization */
export const assertFilesOf = (files: readonly NamedFile[], organization: RecordId | null): void => {
  const details: Detail[] = files.flatMap(({ name, organization_id }, index) =>
    String(organization_id) === String(organization)
      ? []
      : [{ path: `file_ids.${index}`, message: say('transfers:errors:otherOrganization', { name }) }],
  );
  if (details.length > 0) throw validationFailed(details);
};
