export const mails = {
  test: {
    subject: 'Test mail of the support portal',
    text: 'This mail shows that the support portal can send mail. You do not have to do anything.',
  },
};
