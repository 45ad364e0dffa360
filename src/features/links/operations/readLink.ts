import { z } from 'zod';
import { isoOrNull } from '../../../core/database/time.ts';
import type { Feature } from '../../../core/feature.ts';
import { defineHolderOperation } from '../../../core/http/operation.ts';
import { linkErrors, linkHolders } from '../holders.ts';
import { kindsIn } from '../kinds.ts';

export const linkPath = '/portal/v1/links/{link}';

const linkedFile = z
  .strictObject({
    id: z.string(),
    filename: z.string().meta({ examples: ['offer.pdf'] }),
    size_bytes: z.int(),
    mime_type: z.string().meta({ examples: ['application/pdf'] }),
  })
  .meta({ id: 'LinkedFile' });

/** @param features the features whose kinds of links have members of their own */
export const readLink = (features: readonly Feature[]) => {
  const kinds = kindsIn(features);
  const names = kinds.map(({ kind }) => kind);
  const members = Object.assign({}, ...kinds.map((kind) => kind.members ?? {})) as Record<string, z.ZodType>;
  const nullable = Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name, schema.nullable()]),
  );
  const nothing = Object.fromEntries(Object.keys(members).map((name) => [name, null]));
  return defineHolderOperation({
    name: 'get_link',
    summary: 'Reads what a link leads to. While it is locked, only who sent it and when it expires.',
    method: 'GET',
    path: linkPath,
    who: linkHolders,
    input: z.strictObject({}),
    response: {
      output: z
        .strictObject({
          kind: z.enum(names as [string, ...string[]]),
          title: z.string().nullable().describe('Null while the link is locked.'),
          message: z.string().nullable(),
          sender: z.string().nullable().describe('The sender’s name.'),
          expires_at: z.iso.datetime().nullable(),
          locked: z
            .enum(['password', 'code', 'account'])
            .nullable()
            .describe('The next condition of the link; null once it is open.'),
          files: z.array(linkedFile),
          ...nullable,
        })
        .meta({ id: 'Link' }),
      status: 200,
    },
    errors: linkErrors,
    async run(_input, { holder }) {
      const { kind, record, lock } = holder;
      const head = {
        kind: kind.kind,
        sender: record.sender,
        expires_at: isoOrNull(record.expiresAt),
        locked: lock,
      };
      if (lock !== null) return { output: { ...head, title: null, message: null, files: [], ...nothing } };
      return {
        output: {
          ...head,
          title: record.title,
          message: record.message,
          files: [...(await kind.files(holder))],
          ...nothing,
          ...(await kind.readMembers?.(holder)),
        },
      };
    },
  });
};
