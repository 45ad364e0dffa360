import { z } from 'zod';
import { isTeam } from '../../../core/access/roles.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { takeAllowance } from '../../../core/http/rate-limit/allowance.ts';
import { isSameAddress } from '../../../core/shared/addresses/notations.ts';
import { ApiError, notFound, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import {
  addRecipients,
  checkRecipients,
  findRecipient,
  isErased,
  recipientFields,
  recipientsOf,
  recordOperations,
} from '../../links/feature.ts';
import { transferLinks } from '../linkKind.ts';
import { mailLimits, mailRecipients, resendLimits } from '../mails/send.ts';
import { assertStatus } from '../record/storedTransfer.ts';
import { limits, transferKind } from '../vocabulary.ts';
import { loadTransfer, lockTransfer, showTransfer, transferPath, transferRecipient } from './transfer.ts';

const who = { gate: isTeam, scope: 'transfers:write', sessions: ['staff', 'representative'] } as const;

export const addTransferRecipient = defineOperation({
  name: 'add_transfer_recipient',
  summary: 'Adds a recipient. If the transfer has been sent, they are mailed at once.',
  method: 'POST',
  path: `${transferPath}/recipients`,
  who,
  input: z.strictObject(recipientFields),
  response: { output: transferRecipient, status: 201 },
  errors: ['conflict', 'rate_limited'],
  load: loadTransfer,
  run: (given, context) => {
    const { caller, portal, req } = context;
    return inTransaction(req, async () => {
      const stored = await lockTransfer(context);
      assertStatus(stored, ['draft', 'ready']);
      const target = { kind: transferKind, recordId: idText(stored.id) };
      const present = (await recipientsOf(req, transferKind, [target.recordId])).get(target.recordId) ?? [];
      if (present.some(({ email }) => isSameAddress(email, given.email)))
        throw new ApiError('conflict', say('links:errors:recipientThere'));
      if (present.length >= limits.recipients)
        throw validationFailed([
          { path: 'email', message: say('links:errors:manyRecipients', { most: limits.recipients }) },
        ]);
      const checking = {
        req,
        portal,
        organization: stored.organization_id,
        isAccount: stored.access === 'account',
      };
      await checkRecipients(checking, [given], { pathOf: () => 'email', accountPath: 'email' });
      const [id = ''] = await addRecipients(req, target, [given]);
      if (stored.status === 'ready') {
        await takeAllowance(req, mailLimits(caller.id));
        await mailRecipients({ req, portal, transfer: stored }, [{ id }]);
      }
      const { recipients } = await showTransfer({ req, portal, caller }, stored);
      const output = recipients.find((recipient) => recipient.id === id);
      if (!output) throw new Error('The new recipient was not found.');
      return { output };
    });
  },
});

export const resendTransfer = defineOperation({
  name: 'resend_transfer',
  summary: 'Mails a recipient again, with a new address of the same link.',
  method: 'POST',
  path: `${transferPath}/recipients/{recipient_id}/resend`,
  who,
  body: { isOptional: true },
  input: z.strictObject({}),
  response: { output: transferRecipient, status: 202 },
  errors: ['conflict', 'rate_limited'],
  load: loadTransfer,
  run: (_input, context) => {
    const { caller, params, portal, req } = context;
    return inTransaction(req, async () => {
      const stored = await lockTransfer(context);
      const target = { kind: transferKind, recordId: idText(stored.id) };
      const recipient = await findRecipient(req, target, params.recipient_id ?? '');
      if (!recipient) throw notFound();
      assertStatus(stored, ['ready']);
      if (isErased(recipient)) throw new ApiError('conflict', say('links:errors:erased'));
      await takeAllowance(req, [...mailLimits(caller.id), ...resendLimits(recipient.id)]);
      await mailRecipients({ req, portal, transfer: stored }, [recipient]);
      const { recipients } = await showTransfer({ req, portal, caller }, stored);
      const output = recipients.find(({ id }) => id === recipient.id);
      if (!output) throw notFound();
      return { output };
    });
  },
});

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
