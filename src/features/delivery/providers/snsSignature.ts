import { createVerify, X509Certificate } from 'node:crypto';
import { type Agent, get } from 'node:https';

/**
 * The hosts of Amazon SNS as Amazon documents them, as a part of a pattern: `sns.us-east-1.amazonaws.com`, and in China
 * `sns.cn-north-1.amazonaws.com.cn`. Other names below `amazonaws.com` are given to customers: a bucket called `sns` is
 * `sns.s3-us-west-2.amazonaws.com`.
 */
export const snsHost =
  'sns\\.(?:(?!cn-)[a-z]{2}(?:-[a-z]+){1,3}-\\d{1,2}\\.amazonaws\\.com|cn-[a-z]+-\\d{1,2}\\.amazonaws\\.com\\.cn)';

/** A message of Amazon SNS, as far as its signature goes. */
interface SnsMessage {
  readonly Type: string;
  readonly SignatureVersion: '1' | '2';
  readonly Signature: string;
  readonly SigningCertURL: string;
  readonly [field: string]: unknown;
}

/** The signed fields in this order, each only if it is present. */
const signedFields = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Subject',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
];

const ofNotification = new Set(['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']);

const algorithms = { 1: 'RSA-SHA1', 2: 'RSA-SHA256' } as const;

/**
 * Checks the signatures of Amazon SNS. The libraries for it cache the first response for a certificate, even an error page.
 *
 * @returns a function that is true for a message of Amazon's
 */
export const buildSnsSignature = (agent?: Agent): ((message: SnsMessage) => Promise<boolean>) => {
  const certificates = new Map<string, string>();

  const certificateAt = async (url: string): Promise<string | null> => {
    const known = certificates.get(url);
    if (known !== undefined) return known;
    const text = await download(url, agent);
    if (text === null || !isCertificate(text)) return null;
    if (certificates.size >= mostCertificates) certificates.clear();
    certificates.set(url, text);
    return text;
  };

  return async (message) => {
    if (!certificateUrl.test(message.SigningCertURL)) return false;
    const certificate = await certificateAt(message.SigningCertURL);
    return certificate !== null && isSignedBy(certificate, message);
  };
};

/** Amazon changes it about once a year, and each has an address of its own. */
const mostCertificates = 20;

const certificateUrl = new RegExp(`^https://${snsHost}/SimpleNotificationService-[a-zA-Z0-9]{32}\\.pem$`);

const isSignedBy = (certificate: string, message: SnsMessage): boolean => {
  const names = signedFields.filter(
    (name) =>
      typeof message[name] === 'string' && (message.Type !== 'Notification' || ofNotification.has(name)),
  );
  const text = names.map((name) => `${name}\n${message[name]}\n`).join('');
  const verify = createVerify(algorithms[message.SignatureVersion]).update(text);
  return verify.verify(certificate, message.Signature, 'base64');
};

/** Valid now, and RSA. */
const isCertificate = (text: string): boolean => {
  try {
    const { publicKey, validFrom, validTo } = new X509Certificate(text);
    const now = Date.now();
    const isValid = Date.parse(validFrom) <= now && now <= Date.parse(validTo);
    return isValid && publicKey.asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
};

/** Limits in milliseconds and bytes. */
const longest = 10_000;
const largest = 65_536;

/** Downloads Amazon's response; null unless it is a success. Redirects are not followed. */
export const download = (url: string, agent: Agent | undefined): Promise<string | null> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const request = get(
      url,
      { ...(agent && { agent }), signal: AbortSignal.timeout(longest) },
      (response) => {
        response.on('error', () => resolve(null));
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > largest) request.destroy();
          else chunks.push(chunk);
        });
        response.on('close', () =>
          resolve(response.complete && response.statusCode === 200 ? Buffer.concat(chunks).toString() : null),
        );
      },
    );
    request.on('error', () => resolve(null));
  });
