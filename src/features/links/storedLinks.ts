import type { PayloadRequest } from 'payload';
import { preparePortalSchema } from '../../core/database/prepareSchema.ts';
import { runStatement } from '../../core/database/statement.ts';
import { hashOfToken, makeLinkToken } from '../client-sessions/feature.ts';

/** A link as it is stored. Its secrets are rows of their own: each mail has a new one, and only hashes are kept. */
export interface StoredLink {
  readonly id: string;
  readonly kind: string;
  readonly record_id: string;
  /** It is null for a link without a recipient. */
  readonly recipient_id: string | null;
  /** The recipient's address; null for a link that is no one's. */
  readonly email: string | null;
  readonly label: string | null;
  readonly created_at: Date;
  readonly opened_at: Date | null;
  /** The moment at which wrong passwords stopped it; null if none have. */
  readonly stopped_at: Date | null;
  readonly revoked_at: Date | null;
}

/** The record that a link leads to. */
export interface LinkTarget {
  readonly kind: string;
  readonly recordId: string;
}

const columns = `l.id, l.kind, l.record_id, l.recipient_id, r.email, l.label, l.created_at, l.opened_at, l.stopped_at,
  l.revoked_at`;

const fromSql = 'support_portal.links l left join support_portal.link_recipients r on r.id = l.recipient_id';

/** In a transaction of the CMS, PostgreSQL's timestamps come as text. */
const withDates = (link: StoredLink): StoredLink => {
  const date = (value: Date | null) => value && new Date(value);
  return {
    ...link,
    created_at: new Date(link.created_at),
    opened_at: date(link.opened_at),
    stopped_at: date(link.stopped_at),
    revoked_at: date(link.revoked_at),
  };
};

const select = async (req: PayloadRequest, where: string, values: readonly unknown[]) => {
  await preparePortalSchema(req.payload);
  const { rows } = await runStatement<StoredLink & Record<string, unknown>>(
    req,
    `select ${columns} from ${fromSql} where ${where}`,
    values,
  );
  return rows.map(withDates);
};

/** The link of a secret; null if there is none. */
export const findLink = async (req: PayloadRequest, token: string): Promise<StoredLink | null> =>
  (
    await select(req, 'l.id = (select link_id from support_portal.link_tokens where token_hash = $1)', [
      hashOfToken(token),
    ])
  )[0] ?? null;

export const findLinkById = async (req: PayloadRequest, id: string): Promise<StoredLink | null> =>
  (await select(req, 'l.id = $1::uuid', [id]))[0] ?? null;

/** The links of a record, the oldest first. */
export const linksOf = (req: PayloadRequest, { kind, recordId }: LinkTarget): Promise<StoredLink[]> =>
  select(req, 'l.kind = $1 and l.record_id = $2 order by l.created_at, l.id', [kind, recordId]);

interface NewLink extends LinkTarget {
  readonly recipientId?: string | null;
  readonly label?: string | null;
}

/** Stores a link without a secret. */
export const createLink = async (
  req: PayloadRequest,
  { kind, recordId, recipientId = null, label = null }: NewLink,
): Promise<string> => {
  await preparePortalSchema(req.payload);
  const { rows } = await runStatement<{ id: string }>(
    req,
    `insert into support_portal.links (kind, record_id, recipient_id, label) values ($1, $2, $3::uuid, $4) returning id`,
    [kind, recordId, recipientId, label],
  );
  return rows[0]?.id ?? '';
};

/** Gives a link another secret beside those that it has. */
export const giveToken = async (req: PayloadRequest, linkId: string): Promise<string> => {
  const token = makeLinkToken();
  await runStatement(
    req,
    'insert into support_portal.link_tokens (token_hash, link_id) values ($1, $2::uuid)',
    [hashOfToken(token), linkId],
  );
  return token;
};

/** The ended links that a new one may replace: those that wrong passwords stopped, or revoked ones as well. */
export type ReplacedLinks = 'none' | 'stopped' | 'all';

const isLive = ({ revoked_at, stopped_at }: StoredLink): boolean =>
  revoked_at === null && stopped_at === null;

/**
 * True if a mail can bring a recipient a link: one that they have, or a new one.
 *
 * @param links all of the recipient's
 */
export const mayBeLinked = (links: readonly StoredLink[], replaced: ReplacedLinks): boolean =>
  links.length === 0 ||
  links.some(isLive) ||
  replaced === 'all' ||
  (replaced === 'stopped' && links.every(({ revoked_at }) => revoked_at === null));

/**
 * The link of a recipient that still leads to the record. A recipient who has had none gets one.
 *
 * @param replaced only an act of the team for this recipient may replace a link that was revoked
 * @returns null if their links have ended, and no new one may replace them
 */
export const linkOfRecipient = async (
  req: PayloadRequest,
  target: LinkTarget & { readonly recipientId: string },
  replaced: ReplacedLinks,
): Promise<string | null> => {
  const links = await select(req, 'l.recipient_id = $1::uuid order by l.created_at', [target.recipientId]);
  const live = links.find(isLive);
  if (live) return live.id;
  return mayBeLinked(links, replaced) ? createLink(req, target) : null;
};

/** Revokes all links of a record, so that downloads under way break off, too. */
export const revokeLinks = async (req: PayloadRequest, { kind, recordId }: LinkTarget): Promise<void> => {
  await runStatement(
    req,
    'update support_portal.links set revoked_at = now() where kind = $1 and record_id = $2 and revoked_at is null',
    [kind, recordId],
  );
};

/** @returns false if there is no such link of the record, or it was revoked before */
export const revokeLink = async (
  req: PayloadRequest,
  { kind, recordId }: LinkTarget,
  id: string,
): Promise<boolean> => {
  const { rows } = await runStatement(
    req,
    `update support_portal.links set revoked_at = now()
     where id::text = $1 and kind = $2 and record_id = $3 and revoked_at is null returning id`,
    [id, kind, recordId],
  );
  return rows.length > 0;
};
