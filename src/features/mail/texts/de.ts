import type { TextsLike } from '../../../core/texts/text.ts';
import type * as en from './en.ts';

export const mails: TextsLike<typeof en.mails> = {
  test: {
    subject: 'Test-E-Mail des Support-Portals',
    text: 'Diese E-Mail zeigt, dass das Support-Portal E-Mails senden kann. Sie müssen nichts tun.',
  },
};
