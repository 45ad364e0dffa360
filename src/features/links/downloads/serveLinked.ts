import { createLocalReq, type PayloadRequest } from 'payload';
import { runStatement } from '../../../core/database/statement.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import type { OpenContext } from '../../../core/http/operationContext.ts';
import { inShortLineAt, inTurnAt } from '../../../core/http/turns.ts';
import { persist } from '../../../core/shared/concurrency/within.ts';
import { notFound } from '../../../core/shared/errors/errors.ts';
import { type PartRange, type ServedBytes, serveBytes } from '../../files/feature.ts';
import { recordActivity } from '../activity.ts';
import { findLinked, turnOfLink } from '../holders.ts';
import type { AtLink, Downloadable, LinkDownloads } from '../linkKind.ts';
import { noteOpened } from '../records/storedRecords.ts';
import {
  beginSending,
  endSending,
  leaseSeconds,
  renewSending,
  type Sending,
  zipName,
} from './storedDownloads.ts';

interface Asked {
  readonly link: string;
  readonly id: string;
}

/**
 * Serves a file that a link offers, or the zip of all, as long as the link leads anywhere, and counts the download once its
 * last byte has gone out. Requests of one link wait for each other at the database; otherwise they would take all connections.
 *
 * @throws {ApiError} `rate_limited`
 */
export const serveLinked = async (context: OpenContext, asked: Asked): Promise<Response> => {
  const { payload, req } = context;
  const turn = turnOfLink({ link: { id: asked.link } });
  const { at, downloads, found } = await inShortLineAt(payload, turn, () => findDownload(context, asked));
  // A request that gets no bytes is no download.
  if (req.method === 'HEAD') return serveBytes(found.served, req);
  const counted = countedDownload(at, downloads, found);
  return serveBytes(counted.served, req, counted.report);
};

const findDownload = async ({ portal, req }: OpenContext, { link: linkId, id }: Asked) => {
  const { kind, link, record } = await findLinked(req, portal, linkId);
  const { downloads } = kind;
  if (!downloads) throw notFound();
  const at: AtLink = { req, portal, link, record };
  const found = await downloads.find(at, id === zipName ? null : id);
  if (!found) throw notFound();
  return { at, downloads, found };
};

/** Milliseconds for which the end of a download is written again while the database is away. */
const patience = 60_000;

const nothing: PartRange = { start: 0, end: -1 };

/** A download whose bytes begin only if they may, and are counted once they went out. */
const countedDownload = (at: AtLink, downloads: LinkDownloads, { fileId, served }: Downloadable) => {
  const { payload } = at.req;
  const file = fileId ?? zipName;
  let sending: Sending | null = null;
  let renewing: NodeJS.Timeout | undefined;
  let isOver = false;
  const inTurn = <Result>(work: () => Promise<Result>) => inTurnAt(payload, turnOfLink(at), work);

  const renew = async (part: Sending): Promise<void> => {
    isOver = !(await renewSending(payload, part).catch(() => true));
  };

  const read: ServedBytes['read'] = async (range) => {
    const whole = { start: 0, end: served.size - 1 };
    const wanted = { req: at.req, linkId: at.link.id, file, size: served.size, range: range ?? whole };
    const part = await inTurn(async () => beginSending({ ...wanted, most: await downloads.most(at) }));
    sending = part;
    renewing = setInterval(() => void renew(part), (leaseSeconds * 1_000) / 3).unref();
    const bytes = await served.read(range).catch((error: unknown) => {
      report(nothing);
      throw error;
    });
    if (bytes) return endable(bytes, () => isOver);
    report(nothing);
    return null;
  };

  const report = (sent: PartRange): void => {
    clearInterval(renewing);
    if (!sending) return;
    const part = sending;
    sending = null;
    const end = () => endDownload(at, downloads, { part, sent, fileId, size: served.size });
    persist(() => inTurn(end), patience, new AbortController().signal).catch((err) =>
      payload.logger.error({ err, msg: 'A download by a link could not be counted.' }),
    );
  };

  return { served: { ...served, read }, report };
};

async function* endable(bytes: AsyncIterable<Uint8Array>, isOver: () => boolean): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    if (isOver()) throw new Error('The link of a download has ended.');
    yield chunk;
  }
}

/**
 * The largest number of downloads by a link of which each is an activity; further ones are if the hour before had none. The holder
 * may repeat them as fast as the server sends.
 */
const mostRecorded = 100;

interface Ended {
  readonly part: Sending;
  readonly sent: PartRange;
  readonly fileId: string | null;
  readonly size: number;
}

/** Adds what went out of a download, and counts it once it is whole. */
const endDownload = async (
  { req: { headers, payload }, portal, link, record }: AtLink,
  downloads: LinkDownloads,
  { part, sent, fileId, size }: Ended,
): Promise<void> => {
  // The request of the download is over; its network and browser are those of the activity.
  const req = await createLocalReq({ req: { headers } as Partial<PayloadRequest> }, payload);
  const at: AtLink = { req, portal, link, record };
  await inTransaction(req, async () => {
    if (!(await endSending(req, part, sent))) return;
    await noteOpened(at);
    const { all, lately } = await countOfLink(req, link.id);
    const ofRecipient = link.recipient_id === null ? all : await countFor(req, link.recipient_id);
    if (ofRecipient <= mostRecorded || lately === 1)
      await recordActivity(req, portal, {
        kind: 'downloaded',
        recordType: link.kind,
        recordId: link.record_id,
        organization: record.organization,
        link,
        fileId,
        bytes: size,
        isByHolder: true,
      });
    await downloads.count(at, { fileId, isFirst: all === 1, downloads: ofRecipient });
  });
};

/** The number of downloads by a link, and of those in the last hour. */
const countOfLink = async (req: PayloadRequest, linkId: string): Promise<{ all: number; lately: number }> => {
  // Downloads of a link end one after the other: if two end at once, only one is the first.
  await runStatement(req, 'select 1 from support_portal.links where id = $1::uuid for update', [linkId]);
  const { rows } = await runStatement<{ all: number; lately: number }>(
    req,
    `select count(*)::int as "all", count(*) filter (where completed_at > now() - interval '1 hour')::int as lately
     from support_portal.link_downloads where link_id = $1::uuid and completed_at is not null`,
    [linkId],
  );
  return rows[0] ?? { all: 0, lately: 0 };
};

const countFor = async (req: PayloadRequest, recipientId: string): Promise<number> => {
  const { rows } = await runStatement<{ downloads: number }>(
    req,
    `update support_portal.link_recipients set downloads = downloads + 1, downloaded_at = now()
     where id = $1::uuid returning downloads`,
    [recipientId],
  );
  return rows[0]?.downloads ?? 0;
};
