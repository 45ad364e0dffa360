import type { PayloadRequest } from 'payload';
import { isClient, reaches } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { ApiError, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { type Sentence, say } from '../../../core/texts/say.ts';
import { namedPrincipal } from '../record/people.ts';

/** The largest number of people whom one note mentions. */
export const mostMentions = 20;

/** The people in the field `mentions` of a document, each once. */
export const mentionsIn = (value: unknown): readonly RecordId[] => {
  const users = (Array.isArray(value) ? value : []).map((row: unknown) => relationId(Object(row).user));
  const ids = users.filter((id) => id !== null);
  return [...new Map(ids.map((id) => [idText(id), id])).values()];
};

interface NoteWithMentions {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** The new reply, by the CMS's names of the fields. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The ticket's. */
  readonly organization: RecordId | null;
  /** The author of the reply. */
  readonly author: unknown;
}

/**
 * The mentions of a new internal note: colleagues who may read the ticket. Authors have seen what they write.
 *
 * @returns the field's rows
 * @throws {ApiError} `forbidden` for a client, `validation_failed`
 */
export const completeMentions = async ({
  req,
  portal,
  data,
  organization,
  author,
}: NoteWithMentions): Promise<readonly { user: RecordId; seenAt?: string }[]> => {
  const ids = mentionsIn(data.mentions);
  if (ids.length === 0) return [];
  if (isClient(portal.principalOf(req.user)))
    throw new ApiError('forbidden', say('errors:role:forbidsField', { name: 'mentions' }));
  if (data.internal !== true) throw invalid(say('errors:ticket:mentionsInReply'));
  if (ids.length > mostMentions) throw invalid(say('errors:ticket:tooManyMentions', { most: mostMentions }));
  for (const id of ids) {
    const named = await namedPrincipal({ req, portal, id });
    if (!named || isClient(named) || !reaches(named, organization))
      throw invalid(say('errors:ticket:mention'));
  }
  const isAuthor = (id: RecordId) => String(id) === String(relationId(author));
  return ids.map((user) => ({ user, ...(isAuthor(user) && { seenAt: new Date().toISOString() }) }));
};

const invalid = (message: Sentence) => validationFailed([{ path: 'mentions', message }]);
