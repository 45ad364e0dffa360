export const errors = {
  settings: {
    resend: 'Give the signing secret of the webhook: whsec_ and the characters after it.',
    ses: 'Give the ARN of the SNS topic: arn:aws:sns:region:account:topic.',
    sendgrid: 'Give the verification key from SendGrid: a public key that begins with MF.',
  },
};
