import { z } from 'zod';
import { envelopes, readEnvelope } from '../../inbound/http/readEnvelope.ts';
import { receiveMail } from '../../inbound/receiveMail.ts';
import { idText } from '../../shared/ids.ts';
import { defineOperation } from '../operation.ts';

export const receiveInboundMail = defineOperation({
  name: 'receive_inbound_mail',
  summary: 'Takes a message that came by mail.',
  description:
    'A raw message of 35 MiB at most, as a mail server’s pipe or a provider of inbound mail sends it. It is stored before the response, and processed afterwards: `GET /portal/v1/inbound-mails/{id}` says what became of it. For SPF, `message/rfc822` may come with the headers `X-Client-Address`, `X-Client-Helo` and `X-Envelope-From`.',
  method: 'POST',
  path: '/portal/v1/inbound',
  credential: 'inbound',
  gate: () => false,
  scope: null,
  input: z.strictObject({}),
  rawBody: envelopes,
  output: z.strictObject({ id: z.string() }),
  status: 202,
  otherwise200: 'The same message was there; the id is that of the first.',
  async run(_input, { payload, portal, req }) {
    const { bytes, connection } = await readEnvelope(req);
    const { id, isNew } = await receiveMail(payload, portal, { bytes, via: 'http', connection });
    return { output: { id: idText(id) }, ...(!isNew && { status: 200 }) };
  },
});
