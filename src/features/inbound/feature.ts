import type { Feature } from '../../core/feature.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import type { CollectionOptions } from '../../core/options/collections.ts';
import { moveWithTicket } from '../../core/ports/merge.ts';
import { buildMailboxReader } from './imap/mailboxReader.ts';
import { countHeldMails, findInboundWarnings, mailboxUnreadable } from './imap/warnings.ts';
import { listBlockedSenders, unblockInboundSender } from './operations/blockedSenders.ts';
import { getInboundMail, listInboundMails } from './operations/readInboundMails.ts';
import { receiveInboundMail } from './operations/receiveInboundMail.ts';
import {
  acceptInboundMail,
  blockInboundSender,
  discardInboundMail,
  markInboundMailAsSpam,
} from './operations/settleInboundMail.ts';
import { testMailbox } from './operations/tryMailbox.ts';
import { downloadInboundMail, processInboundMail, showInboundMail } from './operations/viewInboundMail.ts';
import { inboundOptionsDeclared } from './options.ts';
import { processMail } from './processMail.ts';
import { openReader, provideReader } from './reading/reader.ts';
import { inboundQueues } from './receiveMail.ts';
import { eraseSenders, pruneInboundMails } from './storage/prune.ts';
import { inboundDepth } from './storage/query.ts';
import { inboundTables, prepareIndexes } from './tables.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';

const mostAtOnce = 4;

/** Limit for messages of strangers: they are read one by one, beside all others. */
const mostOfStrangersAtOnce = 1;

declare module '../../core/options/collections.ts' {
  interface CollectionsOptions {
    inboundMails?: CollectionOptions;
  }
}

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    inbound: typeof en;
  }
}

/** Mail in: messages that arrive become replies and tickets. */
export const inbound: Feature = {
  name: 'inbound',
  tables: inboundTables,
  addresses: (_config, { options }) => ({ mail: options.inbound.address }),
  collections: {
    inboundMails: { slug: 'inbound-mails', takes: 'fields', isWrittenByPortal: true },
  },
  options: inboundOptionsDeclared,
  texts: { en: { ...en }, de: { ...de } },
  tags: {
    inbound: { name: 'Mail in', description: 'Messages that came by mail, and their outcome.' },
    'inbound-mails': { name: 'Mail in' },
  },
  securitySchemes: {
    inboundSecret: {
      type: 'http',
      scheme: 'bearer',
      description: 'The secret of mail in: `INBOUND_SECRET`, or Settings → Notifications → Mail in.',
    },
    inboundPassword: {
      type: 'http',
      scheme: 'basic',
      description: 'The secret of mail in as the password; the user name does not count.',
    },
  },
  operations: [
    receiveInboundMail,
    testMailbox,
    listInboundMails,
    getInboundMail,
    acceptInboundMail,
    discardInboundMail,
    markInboundMailAsSpam,
    blockInboundSender,
    listBlockedSenders,
    unblockInboundSender,
    downloadInboundMail,
    showInboundMail,
    processInboundMail,
  ],
  start(payload, portal) {
    const { known, strangers } = inboundQueues;
    registerWorker(payload, known, (job) => processMail({ payload, portal, lane: 'known' }, job), mostAtOnce);
    registerWorker(
      payload,
      strangers,
      (job) => processMail({ payload, portal, lane: 'strangers' }, job),
      mostOfStrangersAtOnce,
    );
    const reader = openReader();
    provideReader(payload, reader);
    return { open: async () => prepareIndexes(payload, portal), close: () => reader.close() };
  },
  dailyTasks: [{ failure: 'Old messages could not be deleted', run: pruneInboundMails }],
  followMerge: moveWithTicket('inboundMails'),
  erase: eraseSenders,
  buildReader: buildMailboxReader,
  counters: [
    {
      metric: 'inbound_mails',
      name: 'inbound_mails_total',
      help: 'Messages that came by mail and were stored, by the way they came; of all processes.',
      labelNames: ['via'],
    },
    {
      metric: 'inbound_processed',
      name: 'inbound_processed_total',
      help: 'Messages that were processed, by outcome; of all processes.',
      labelNames: ['outcome'],
    },
  ],
  gauges: (payload, portal) => [
    {
      name: 'inbound_oldest_unprocessed_seconds',
      help: 'Age of the oldest message that came by mail and waits to be processed; 0 if none waits.',
      read: async () => [{ value: (await inboundDepth(payload, portal)).oldestSeconds }],
    },
    {
      name: 'inbound_last_read_timestamp_seconds',
      help: 'When a mailbox was last read to its end, in seconds since 1970; 0 where none was.',
      read: async () => [{ value: (await inboundDepth(payload, portal)).lastReadAt }],
    },
  ],
  alerts: { mailbox_unreadable: mailboxUnreadable },
  countWork: countHeldMails,
  findWarnings: findInboundWarnings,
};
