import { generateKeyPairSync } from 'node:crypto';
import { getServers, setServers } from 'node:dns';
import { Readable } from 'node:stream';
import { type DKIMSignOptions, dkimSign } from 'mailauth';
import {
  type Authentication,
  authenticate,
  isVerdict,
  judge,
} from '../../../src/features/inbound/authentication/authenticate.ts';
import type { Connection } from '../../../src/features/inbound/authentication/verdict.ts';
import { startDnsServer, type TestDnsServer } from '../../support/servers/dnsServer.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What DNS says of the key that all domains of the tests sign with. */
export const keyRecord = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

/** Starts a DNS server and has this process ask it. */
export const useTestDns = async (): Promise<TestDnsServer> => {
  const usual = getServers();
  const dns = await startDnsServer();
  setServers([dns.address]);
  return {
    ...dns,
    async close() {
      setServers(usual);
      await dns.close();
    },
  };
};

const lines = (text: string): Buffer => Buffer.from(text.replaceAll('\n', '\r\n'));

/** A message without a signature. */
export const mailFrom = (from: string, body = 'Does it work?\n'): Buffer =>
  lines(`From: ${from}\nTo: support@portal.test\nSubject: Hello\nMessage-ID: <1@portal.test>\n\n${body}`);

/** Signs a message as its domain, or another one. */
export const signed = async (
  mail: Buffer,
  domain: string,
  options: Partial<DKIMSignOptions> = {},
): Promise<Buffer> => {
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  // Without a time of ours mailauth asks the clock twice, and a signature over the turn of a second is not valid.
  const signature = {
    signingDomain: domain,
    selector: 's1',
    privateKey: key,
    signTime: new Date(),
    ...options,
  };
  // In one piece: of a long line in several, mailauth reads each again from the start of the line.
  const whole = Readable.from([mail], { objectMode: false });
  const { signatures } = await dkimSign(whole, { ...signature, signatureData: [signature] });
  return Buffer.concat([Buffer.from(signatures), mail]);
};

/** A field like a signature's, which is not valid. The body's hash fits, so that its key is looked for. */
export const brokenSignature = async (mail: Buffer, domain: string, tags = ''): Promise<Buffer> => {
  const field = (await signed(mail, domain)).subarray(0, -mail.length).toString();
  return Buffer.from(field.replace(/([; \t])b=[^;]*$/, `$1${tags}b=AAAA\r\n`));
};

type Unjudged = Parameters<typeof judge>[0] & { readonly connection: Connection | null };

/** The judgement of a message's server, or that of the portal, as for a message that comes in. */
export const verdictOn = async ({ connection, ...message }: Unjudged): Promise<Authentication> => {
  const judgement = judge(message);
  const { bytes, from } = message;
  return isVerdict(judgement) ? judgement : authenticate({ bytes, from, judgement, connection });
};

/** What becomes of a message from this sender. */
export const authenticationOf = (
  bytes: Uint8Array,
  from: string,
  connection: Connection | null = null,
): Promise<Authentication> =>
  verdictOn({
    bytes,
    from,
    serverResults: { results: [], isReceived: false },
    connection,
    trustedAuthservId: null,
  });
