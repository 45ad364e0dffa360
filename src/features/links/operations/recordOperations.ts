import { z } from 'zod';
import { isClient, isTeam } from '../../../core/access/roles.ts';
import type { Scope } from '../../../core/access/scopes.ts';
import { isUuid } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { iso } from '../../../core/database/time.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { nameField } from '../../../core/http/input/fields.ts';
import {
  byCreation,
  checkPaging,
  listOf,
  pageParameters,
  respondWithList,
} from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { isSameAddress } from '../../../core/shared/addresses/notations.ts';
import { ApiError, notFound } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { type ActivityRow, activityOf, recordActivity } from '../activity.ts';
import { assertLinkable, linkUrl } from '../address.ts';
import type { LinkAccess, LinkKind } from '../linkKind.ts';
import { recipientsOf } from '../recipients/recipients.ts';
import { createLink, giveToken, linkOfRecipient, revokeLink, type StoredLink } from '../storedLinks.ts';
import { byTime, linkActivity, recordLink, recordLinkColumns, showActivity, showLink } from './rows.ts';

interface LinkedRow {
  readonly id: RecordId;
  readonly organization_id: RecordId | null;
  readonly access: LinkAccess;
}

/** A kind of record that links lead to, as the operations on its links see it. */
interface RecordKind<Row extends LinkedRow> {
  readonly links: LinkKind;
  /** A record in a sentence: `an upload request`. */
  readonly one: string;
  /** The address of a record in the API: `/v1/transfers/{transfer_id}`. */
  readonly path: `/v1/${string}`;
  readonly scopes: { readonly read: Scope; readonly write: Scope };
  /** The record that the path names, as far as the caller reaches it. */
  load(context: OperationContext): Promise<Row>;
  /** Locks it in the transaction as well. */
  lock(context: OperationContext): Promise<Row>;
  /** @throws {ApiError} `conflict` for a record that gets no more links */
  assertTakesLinks(row: Row): void;
  /** @throws {ApiError} `conflict` for a record whose links lead nowhere */
  assertOpen(row: Row): void;
}

const writers = <Row extends LinkedRow>({ scopes }: RecordKind<Row>) =>
  ({ gate: isTeam, scope: scopes.write, sessions: ['staff', 'representative'] }) as const;

const readers = <Row extends LinkedRow>({ scopes }: RecordKind<Row>) =>
  ({ gate: isTeam, scope: scopes.read, sessions: ['staff', 'representative'] }) as const;

const targetOf = <Row extends LinkedRow>({ links }: RecordKind<Row>, { id }: Row) => ({
  kind: links.kind,
  recordId: idText(id),
});

const createRecordLink = <Row extends LinkedRow>(of: RecordKind<Row>) => {
  const { links, path, load } = of;
  return defineOperation({
    name: `create_${links.kind}_link`,
    summary: 'Creates a link for anyone who has it. Only this response shows it.',
    method: 'POST',
    path: `${path}/links`,
    who: writers(of),
    body: { isOptional: true },
    input: z.strictObject({ label: nameField.optional().describe('A name for it, for the team.') }),
    response: {
      output: z.strictObject({
        id: z.string(),
        url: z.url().meta({ examples: [`https://example.com/support${links.page}/spl_0Xc3vKq8`] }),
      }),
      status: 201,
    },
    errors: ['conflict'],
    load,
    run: ({ label }, context) => {
      const { portal, req } = context;
      return inTransaction(req, async () => {
        const row = await of.lock(context);
        of.assertTakesLinks(row);
        if (row.access !== 'link') throw new ApiError('conflict', say('links:errors:noRecipient'));
        assertLinkable(req.payload, portal);
        const id = await createLink(req, { ...targetOf(of, row), ...(label !== undefined && { label }) });
        return { output: { id, url: linkUrl(req, portal, links, await giveToken(req, id)) } };
      });
    },
  });
};

const listRecordLinks = <Row extends LinkedRow>(of: RecordKind<Row>) => {
  const { links, one, path, load } = of;
  return defineOperation({
    name: `list_${links.kind}_links`,
    summary: `Lists the links of ${one}, newest first, without their addresses.`,
    method: 'GET',
    path: `${path}/links`,
    who: readers(of),
    input: z.strictObject(pageParameters).superRefine((query, context) => checkPaging(query, context)),
    response: { output: listOf(recordLink), status: 200 },
    load,
    run: (query, { payload }, row: Row) =>
      respondWithList<StoredLink, z.input<typeof recordLink>>({
        payload,
        query,
        listing: {
          columns: recordLinkColumns,
          from: 'support_portal.links',
          order: { column: 'created_at', direction: 'desc', ties: 'desc' },
          isId: isUuid,
          restrict: (conditions) =>
            conditions.add('kind = ?', links.kind).add('record_id = ?', idText(row.id)),
        },
        toItem: showLink,
        positionOf: ({ created_at, id }) => ({ order: byCreation.name, value: iso(created_at), id }),
      }),
  });
};

const revokeRecordLink = <Row extends LinkedRow>(of: RecordKind<Row>) => {
  const { links, one, path, load } = of;
  return defineOperation({
    name: `revoke_${links.kind}_link`,
    summary: `Revokes one link of ${one}. The others stay, and so does what came by it.`,
    method: 'DELETE',
    path: `${path}/links/{link_id}`,
    who: writers(of),
    input: z.strictObject({}),
    response: { output: z.null(), status: 204 },
    load,
    run: (_input, { params, portal, req }, row: Row) =>
      inTransaction(req, async () => {
        const id = params.link_id ?? '';
        if (!(await revokeLink(req, targetOf(of, row), id))) throw notFound();
        await recordActivity(req, portal, {
          kind: 'revoked',
          recordType: links.kind,
          recordId: idText(row.id),
          organization: row.organization_id,
          link: { id, recipient_id: null },
        });
        return { output: null };
      }),
  });
};

const listRecordActivity = <Row extends LinkedRow>(of: RecordKind<Row>) => {
  const { links, one, path, load } = of;
  return defineOperation({
    name: `list_${links.kind}_activity`,
    summary: `Lists what happened to ${one} and its links, oldest first; it is kept for 365 days.`,
    method: 'GET',
    path: `${path}/activity`,
    who: readers(of),
    input: z
      .strictObject(pageParameters)
      .superRefine((query, context) => checkPaging(query, context, byTime)),
    response: { output: listOf(linkActivity), status: 200 },
    load,
    run: (query, { payload, portal }, row: Row) =>
      respondWithList<ActivityRow, z.input<typeof linkActivity>>({
        payload,
        query,
        listing: activityOf({ payload }, portal, { recordType: links.kind, recordId: idText(row.id) }),
        toItem: showActivity,
        positionOf: ({ at, id }) => ({ order: byTime.name, value: iso(at), id: idText(id) }),
      }),
  });
};

const openRecord = <Row extends LinkedRow>(of: RecordKind<Row>) => {
  const { links, one, path, load } = of;
  return defineOperation({
    name: `open_${links.kind}`,
    summary: `Creates an address of the client’s own link to ${one} that is addressed to them.`,
    method: 'POST',
    path: `/portal/v1/client${path.slice('/v1'.length)}/link`,
    who: { gate: isClient, scope: null, sessions: ['client'] },
    body: { isOptional: true },
    input: z.strictObject({}),
    response: { output: z.strictObject({ url: z.url() }), status: 201 },
    errors: ['conflict'],
    load,
    run: (_input, { portal, req }, row: Row) =>
      inTransaction(req, async () => {
        of.assertOpen(row);
        const target = targetOf(of, row);
        const recipients =
          (await recipientsOf(req, links.kind, [target.recordId])).get(target.recordId) ?? [];
        const own = String(req.user?.email ?? '');
        const recipient = recipients.find(({ email }) => isSameAddress(email, own));
        if (!recipient) throw notFound();
        // Two requests at once share one link.
        await runStatement(
          req,
          'select 1 from support_portal.link_recipients where id = $1::uuid for update',
          [recipient.id],
        );
        const id = await linkOfRecipient(req, { ...target, recipientId: recipient.id }, 'none');
        if (id === null) throw new ApiError('conflict', say('links:errors:over'));
        return { output: { url: linkUrl(req, portal, links, await giveToken(req, id)) } };
      }),
  });
};

/** The operations on the links of a record and on what happened at them, which every kind of record has. */
export const recordOperations = <Row extends LinkedRow>(kind: RecordKind<Row>) => ({
  createRecordLink: createRecordLink(kind),
  listRecordLinks: listRecordLinks(kind),
  revokeRecordLink: revokeRecordLink(kind),
  listRecordActivity: listRecordActivity(kind),
  openRecord: openRecord(kind),
});
