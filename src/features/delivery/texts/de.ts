import type { TextsLike } from '../../../core/texts/text.ts';
import type * as en from './en.ts';

export const errors: TextsLike<typeof en.errors> = {
  settings: {
    resend: 'Geben Sie das Signaturgeheimnis des Webhooks an: whsec_ und die Zeichen danach.',
    ses: 'Geben Sie die ARN des SNS-Topics an: arn:aws:sns:region:account:topic.',
    sendgrid:
      'Geben Sie den Prüfschlüssel von SendGrid an: einen öffentlichen Schlüssel, der mit MF beginnt.',
  },
};
