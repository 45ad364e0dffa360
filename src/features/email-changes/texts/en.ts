export const emailChanges = {
  page: {
    title: 'New email address',
    question: 'Do you want {{email}} to be the address of your account? All your sessions will end.',
    button: 'Confirm the address',
    done: 'Done',
    changed: '{{email}} is now the address of your account. Use it to log in from now on.',
    used: 'This link was used',
    changedBefore: 'The address to which it was sent is now the address of the account. Use it to log in.',
    gone: 'This link is not valid',
    over: 'It was used before, is older than {{hours}} hours, or the account has changed since. Nothing was changed now. Enter the address again to get a new link.',
  },
  errors: {
    noAddress: 'Enter one email address, such as ann@example.com.',
    otherOrganization: 'The domain of this address belongs to another organization.',
    tooOften: 'You can request one new address per minute, and {{most}} per hour. Try again later.',
  },
  mails: {
    ask: {
      subject: 'Confirm your new email address',
      asked: 'The address of the account {{from}} in the support portal is to be changed to {{to}}.',
      confirm:
        'To confirm the change, open this link within {{hours}} hours. From then on you log in with the new address:',
      noLink:
        'The portal does not know its own address, so this mail has no link. Ask the support team to change your address.',
      unexpected: 'If you did not expect this, you can ignore this mail: nothing changes.',
    },
    tell: {
      subject: 'Your email address is about to change',
      asked:
        'Someone who is logged in to your account in the support portal wants to change its address from {{from}} to {{to}}. A mail to the new address asks for confirmation; until then nothing changes.',
      unexpected:
        'If this was not you, change your password now: that cancels the change and ends all other sessions.',
    },
    taken: {
      subject: 'Someone tried to use your email address',
      tried: 'Someone tried to use {{to}} as the address of another account in the support portal.',
      nothing: 'It is the address of your account, so nothing changes. You do not have to do anything.',
    },
  },
  mailType: 'New email address',
};
