export const signIn = {
  errors: {
    expired: 'This code or link is no longer valid. Ask for a new one.',
    codeNeeded:
      'Enter the code from the same mail as well: this is not the browser in which you asked for the link.',
    invalidCode: 'Wrong or expired code. Check the newest mail.',
    address: 'Enter an address, such as ann@example.com.',
    codeForm: 'Enter the eight digits from the mail.',
    next: 'Send the path of a client page.',
    noField: 'The portal’s users have no such field.',
    signInAgain: 'You are signed out. Sign in again.',
  },
  sessions: {
    title: 'Client pages',
    never: 'Never signed in.',
    lastVisit: 'Last visit: {{time}}',
    end: 'End',
    endOf: 'End the session of {{browser}}',
    endAll: 'End all sessions',
    ended: 'The session has ended.',
    endedAll: 'All sessions have ended.',
  },
  mail: {
    subject: 'Your sign-in to the support portal',
    code: 'Your code: {{code}}',
    link: 'Or open this link in the browser in which you asked for it:',
    valid: 'Both are valid for {{minutes}} minutes and can be used once.',
    team: 'You are a member of the support team: log in to the admin with your password.',
    unexpected: 'If you did not ask for this, you can ignore this mail. No one can sign in without it.',
  },
  mailType: 'Sign-in',
};
