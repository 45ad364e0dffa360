export const emailChanges = {
  page: {
    title: 'New email address',
    question: 'Should {{email}} be the address of your account? Your present sessions end then.',
    button: 'Confirm the address',
    done: 'Done',
    changed: '{{email}} is the address of your account now. Log in with it from now on.',
    gone: 'This link does not work',
    over: 'It was used, is older than 24 hours, or the account has changed since. Nothing was changed. Set the address again for a new link.',
  },
  errors: {
    noAddress: 'Give one email address, such as ann@example.com.',
    otherOrganization: 'The domain of this address belongs to another organization.',
    tooOften: 'You can ask for one new address a minute, and for five an hour. Try again later.',
  },
  mails: {
    ask: {
      subject: 'Confirm your new email address',
      asked: 'The account of {{from}} in the support portal is to have the address {{to}}.',
      confirm: 'If you want this, confirm it within 24 hours. You then log in with the new address:',
      noLink:
        'The portal does not know its own address, so this mail has no link. Ask the support team to change your address.',
      unexpected: 'If you did not expect this, do nothing: nothing changes.',
    },
    tell: {
      subject: 'Your email address is to be changed',
      asked:
        'Someone who is logged in to your account in the support portal wants its address {{from}} to become {{to}}. A mail there asks for a confirmation; until then nothing changes.',
      unexpected:
        'If that was not you, change your password now: that ends the change, and all other sessions.',
    },
    taken: {
      subject: 'Someone tried to use your email address',
      tried: 'Someone wanted {{to}} as the address of another account in the support portal.',
      nothing: 'It is the address of your account, so nothing happens. There is nothing to do.',
    },
  },
};
