import { z } from 'zod';
import { defineHolderOperation } from '../../../core/http/operation.ts';
import { holdersOfSecret } from '../../../core/http/sharedSecret.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { inboundOptions } from '../../settings/feature.ts';
import { receiveMail } from '../receiveMail.ts';
import { readEnvelope } from './readEnvelope.ts';

const raw = { type: 'string', description: 'The raw message (RFC 5322).' };

/** The formats in which mail servers and providers hand a message over. */
const envelopes = {
  'message/rfc822': { schema: raw },
  'multipart/form-data': {
    schema: {
      description: 'SendGrid sends the raw message as `email`, Mailgun as `body-mime`.',
      type: 'object',
      properties: { email: raw, 'body-mime': raw },
    },
  },
  'application/x-www-form-urlencoded': {
    schema: { type: 'object', required: ['body-mime'], properties: { 'body-mime': raw } },
  },
  'application/json': {
    schema: {
      description: 'As Postmark sends it.',
      type: 'object',
      required: ['RawEmail'],
      properties: { RawEmail: raw },
    },
    example: { RawEmail: 'From: ann@example.com\r\nSubject: VPN\r\n\r\nIt is slow.\r\n' },
  },
};

export const receiveInboundMail = defineHolderOperation({
  name: 'receive_inbound_mail',
  summary: 'Receives a message that came by mail.',
  description:
    'A raw message of 35 MiB at most, as a mail server’s pipe or a provider of inbound mail sends it. It is stored before the response, and processed afterwards: `GET /portal/v1/inbound-mails/{id}` says what became of it. `message/rfc822` may come with the headers `X-Client-Address`, `X-Client-Helo` and `X-Envelope-From`: the first two are for SPF, and an empty envelope sender makes the message automatic.',
  method: 'POST',
  path: '/portal/v1/inbound',
  who: holdersOfSecret({
    read: async (payload, { options }) => (await inboundOptions(payload, options.inbound)).secret,
    refusal:
      'The secret of mail in opens this, as a Bearer token or as the password of HTTP Basic, nothing else. For the rest of the API generate a new key in Settings.',
    takesBasic: true,
    isHidden: true,
    schemes: ['inboundSecret', 'inboundPassword'],
    description: 'Only the secret of mail in opens it. While there is none, this is 404.',
  }),
  input: z.strictObject({}),
  body: { raw: envelopes },
  response: {
    output: z.strictObject({ id: z.string() }),
    status: 202,
    otherwise200: 'The same message was there; the id is that of the first.',
  },
  errors: ['not_found'],
  async run(_input, { payload, portal, req }) {
    const { bytes, connection } = await readEnvelope(req);
    const { id, isNew } = await receiveMail(payload, portal, { bytes, via: 'http', connection });
    return { output: { id: idText(id) }, ...(!isNew && { status: 200 }) };
  },
});
