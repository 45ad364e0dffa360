import { wireAddress } from '../../../../core/shared/addresses/addressList.ts';
import { writeMime } from '../message/mime.ts';
import { messageOf } from '../property.ts';
import {
  defaultLimits,
  type MailTransport,
  type OutgoingMail,
  type SendResult,
  type TransportLimits,
} from '../transport.ts';
import { checkTransport } from './checkTransport.ts';
import { type ProgramEnd, runProgram } from './phpmail/program.ts';

export interface PhpmailTransportOptions {
  /**
   * The program that takes a mail on its standard input, with sendmail's options.
   *
   * @default '/usr/sbin/sendmail'
   */
  readonly path?: string;
  /**
   * Time limits, each for itself; `connect` has no meaning here.
   *
   * @default 30 s for an answer, 60 s for the outcome
   */
  readonly limits?: TransportLimits;
}

/**
 * Hands mail to the machine's sendmail program, without a shell.
 *
 * @throws an Error that names the part of the options that is wrong
 */
export const phpmailTransport = (options: PhpmailTransportOptions = {}): MailTransport => {
  checkTransport('phpmailTransport', options);
  const { path = '/usr/sbin/sendmail', limits } = options;

  const send = async (mail: OutgoingMail): Promise<SendResult> => {
    const sender = wireAddress(mail.envelopeFrom) || '<>';
    if (sender.startsWith('-')) return refused(`The sender ${sender} would be read as an option of ${path}`);
    const end = await runProgram({
      path,
      parameters: ['-i', '-f', sender, '--', ...mail.recipients.map(wireAddress)],
      input: await writeMime(mail.message, 'unix'),
      limits: { ...defaultLimits, ...limits },
    });
    return judgeEnd(end, mail.messageId);
  };

  // Errors thrown here precede the handover to the program.
  return { name: 'phpmail', send: (mail) => send(mail).catch((error) => refused(messageOf(error))) };
};

const judgeEnd = (end: ProgramEnd, messageId: string): SendResult => {
  switch (end.kind) {
    case 'not started':
      return refused(end.error);
    case 'exited':
      if (end.code !== 0) return refused(end.said || `exit code ${end.code}`);
      return { outcome: 'accepted', messageId, response: null, refused: [] };
    case 'killed': {
      const error = end.said || end.error;
      return end.mayHaveAll ? { outcome: 'unknown', error: `Outcome unknown: ${error}` } : refused(error);
    }
  }
};

const refused = (error: string): SendResult => ({ outcome: 'refused', error, undeliverable: [] });
