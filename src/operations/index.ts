import { getRetention } from './getRetention.ts';
import { listEmailLog } from './listEmailLog.ts';
import type { Operation } from './operation.ts';
import { purgeEmailLog } from './purgeEmailLog.ts';
import { sendTestMail } from './sendTestMail.ts';

/** Every use case of the portal; routes, documents and tools are made from this list. */
export const operations: readonly Operation[] = [listEmailLog, purgeEmailLog, getRetention, sendTestMail];
