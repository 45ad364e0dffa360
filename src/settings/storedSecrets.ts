/** The secrets in Settings: the column of each, the field that says it is set, and the purpose that its encryption is bound to. */
export const storedSecrets = [
  { group: 'smtp', name: 'password', isSet: 'hasPassword', purpose: 'settings.smtp.password' },
  { group: 'proxy', name: 'token', isSet: 'hasToken', purpose: 'settings.proxy.token' },
] as const;
