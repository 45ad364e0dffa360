import { recordOperations } from '../../links/feature.ts';
import { transferLinks } from '../linkKind.ts';
import { assertStatus } from '../record/storedTransfer.ts';
import { loadTransfer, lockTransfer, transferPath } from './transfer.ts';

/** The operations on the links of a transfer. */
export const linkOperations = recordOperations({
  links: transferLinks,
  one: 'a transfer',
  path: transferPath,
  scopes: { read: 'transfers:read', write: 'transfers:write' },
  load: loadTransfer,
  lock: lockTransfer,
  assertTakesLinks: (transfer) => assertStatus(transfer, ['draft', 'ready']),
  assertOpen: (transfer) => assertStatus(transfer, ['ready']),
});
