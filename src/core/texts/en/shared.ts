export const shared = {
  cancel: 'Cancel',
  close: 'Close',
  discard: { title: 'Discard what you typed?', keep: 'Keep it', discard: 'Discard' },
  pages: {
    label: 'Pages',
    newer: 'Newer',
    older: 'Older',
    place: 'Page {{page}} of {{pages}}',
  },
  secret: {
    copied: { key: 'The key was copied.', secret: 'The secret was copied.' },
    copy: 'Copy',
    isStored: 'I have stored it',
    notCopied: 'The browser did not allow copying. The text is selected now: press Ctrl+C or ⌘C.',
    shownOnce: '{{advice}} It will not be shown again.',
  },
  server: {
    fileGone: 'The file was changed or removed after it was chosen. Choose it again.',
    loggedOut: 'You are no longer logged in. Log in again, then try again.',
    logIn: 'Log in (in a new tab)',
    doneBefore:
      'Your earlier try had done this already, although its answer was lost. It was not done a second time.',
    sentBefore:
      'An earlier try has reached the portal, without your last changes; only its answer was lost. Look in the list whether it was done, or send once more to make a new one.',
    underWay: 'The portal is still working on this. Try again in a moment.',
    unexplained: 'Something went wrong. Try again in a moment.',
    unreachable: 'The portal could not be reached. Try again in a moment.',
  },
  shortcuts: {
    everywhere: 'Everywhere',
    showList: 'Show this list',
    title: 'Keyboard shortcuts',
  },
  browserOn: '{{browser}} on {{system}}',
  browserOnDevice: '{{browser}} on {{system}}',
  beside: { failed: 'This could not be loaded. Reload the page to try again.', loading: 'Loading …' },
};
