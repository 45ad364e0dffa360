import { listEmailLog } from './listEmailLog.ts';
import type { Operation } from './operation.ts';

/** Every use case of the portal; routes, documents and tools are made from this list. */
export const operations: readonly Operation[] = [listEmailLog];
