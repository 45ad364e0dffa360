import type { ClientPage } from '../clientPage.ts';
import { endAllSessions, endSession, saveAccount, showAccount, signOut } from './account.ts';
import { beginSignIn, enterCode, followLink, showLink, showSignIn } from './signIn.ts';

/** The pages of the sign-in and of the account. */
export const ownPages: readonly ClientPage[] = [
  { path: '/sign-in', isOpen: true, show: showSignIn },
  { path: '/sign-in', method: 'POST', isOpen: true, show: beginSignIn },
  { path: '/sign-in/code', method: 'POST', isOpen: true, show: enterCode },
  { path: '/sign-in/:id', isOpen: true, show: showLink },
  { path: '/sign-in/:id', method: 'POST', isOpen: true, show: followLink },
  { path: '/sign-out', method: 'POST', isOpen: true, show: signOut },
  { path: '/account', show: showAccount },
  {
    path: '/account',
    method: 'POST',
    keepsText: true,
    kept: {
      title: 'clientPages:account:title',
      button: 'clientPages:account:save',
      labels: { name: 'clientPages:account:name' },
    },
    show: saveAccount,
  },
  { path: '/account/sessions/:id/end', method: 'POST', show: endSession },
  { path: '/account/sign-out-everywhere', method: 'POST', show: endAllSessions },
];
