/** The secrets that Settings hold: where each is, where it says that it is set, and what its encryption is bound to. */
export const storedSecrets = [
  { group: 'smtp', name: 'password', isSet: 'hasPassword', purpose: 'settings.smtp.password' },
  { group: 'proxy', name: 'token', isSet: 'hasToken', purpose: 'settings.proxy.token' },
] as const;
