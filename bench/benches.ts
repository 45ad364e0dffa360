import { adminList, ticketList } from './adminList.ts';
import type { Bench } from './bench.ts';
import { clientPage } from './clientPage.ts';
import { clientWeight } from './clientWeight.ts';
import { create } from './create.ts';
import { fanOut } from './fanOut.ts';
import { fanOutFaults } from './fanOutFaults.ts';
import { fanOutMemory } from './fanOutMemory.ts';
import { firstMail } from './firstMail.ts';
import { flat } from './flat.ts';
import { inbound } from './inbound.ts';
import { inboundHostile } from './inboundHostile.ts';
import { list } from './list.ts';
import { listPeer } from './listPeer.ts';
import { mail } from './mail.ts';
import { recordMany, recordOne } from './record.ts';
import { resume } from './resume.ts';
import { retention } from './retention.ts';
import { rowSize } from './rowSize.ts';
import { scale } from './scale.ts';
import { search } from './search.ts';
import { signIn } from './signIn.ts';
import { start } from './start.ts';
import { upload } from './upload.ts';
import { zip } from './zip.ts';

/** Every bench by the name that `npm run bench -- NAME` takes. */
export const benches: Readonly<Record<string, Bench>> = {
  'record-one': recordOne,
  'record-many': recordMany,
  mail,
  create,
  list,
  'list-peer': listPeer,
  'admin-list': adminList,
  'ticket-list': ticketList,
  'row-size': rowSize,
  search,
  flat,
  retention,
  start,
  upload,
  zip,
  resume,
  'fan-out': fanOut,
  'fan-out-faults': fanOutFaults,
  'fan-out-memory': fanOutMemory,
  scale,
  'first-mail': firstMail,
  inbound,
  'inbound-hostile': inboundHostile,
  'client-page': clientPage,
  'client-weight': clientWeight,
  'sign-in': signIn,
};
