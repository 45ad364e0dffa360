export const apiKeys = {
  lead: 'Programs use the API with a key, which has the rights of its owner. Revoke keys that are no longer used.',
  newKey: 'New API key',
  made: {
    title: 'Your new key “{{name}}”',
    label: 'New key',
    advice: 'Copy it now and store it where only your program can read it. The portal does not store it.',
  },
  state: {
    active: 'Active',
    expiresSoon: 'Expires soon',
    expired: 'Expired',
    revoked: 'Revoked',
    ownerDeleted: 'Refused: owner deleted',
    organizationDeleted: 'Refused: organization deleted',
  },
  cell: {
    allOrganizations: 'All organizations',
    deleted: 'Deleted',
    neverUsed: 'Never',
  },
  scopes: {
    heading: 'Scopes',
    hint: 'You can choose from the rights that your own role and the owner’s role both have. Writing does not include reading.',
    read: 'read',
    write: 'write',
    purge: 'purge',
    use: 'use',
  },
  expiry: {
    heading: 'Valid for',
    days30: '30 days',
    days90: '90 days',
    year: '1 year',
    ownDay: 'Until a day you choose',
    dayHint: 'Last day',
    lastDay: 'Its last day is {{day}}.',
    noDay: 'Choose the last day.',
    warning_one: 'The owner gets a mail {{count}} day before it expires.',
    warning_other: 'The owner gets a mail {{count}} days before it expires.',
  },
  form: {
    lead: 'A program uses the API with its key, which has the rights of the key’s owner. The key is shown once, right after it is created.',
    name: 'Name',
    nameHint: 'Its purpose, such as “Invoices: nightly import”.',
    noName: 'Enter the purpose of the key.',
    owner: 'Owner',
    ownerHint: 'The key has this user’s rights, and this user gets a mail before it expires.',
    noOwner: 'Choose the owner of the key.',
    organization: 'Organization',
    oneOfOwner: 'The key reaches this organization only. You can choose from those of its owner.',
    oneOrAll:
      'The key reaches this organization only. Leave it empty for a key that reaches all organizations.',
    chooseOne: 'Choose one',
    allOrganizations: 'All organizations',
    noOrganization: 'Choose an organization.',
    noScopes: 'Choose at least one.',
    noExpiry: 'Choose the last day.',
    make: 'Create key',
    busy: 'Creating the key …',
  },
  revoke: {
    action: 'Revoke',
    named: 'Revoke “{{name}}”',
    title: 'Revoke “{{name}}”?',
    confirm: 'Revoke the key',
    busy: 'Revoking …',
    done: '“{{name}}” was revoked.',
    warning:
      'Requests with {{prefix}}… are refused from now on. Programs that still use it stop working. This cannot be undone.',
  },
  collection: {
    singular: 'API key',
    plural: 'API keys',
    state: 'State',
    name: 'Name',
    prefix: 'Prefix',
    prefixHint: 'The beginning of the key.',
    owner: 'Owner',
    ownerHint: 'The key has this user’s rights.',
    maker: 'Created by',
    organization: 'Organization',
    organizationHint: 'The only organization that the key reaches.',
    spans: 'Reaches all organizations',
    scopes: 'Scopes',
    expiresAt: 'Expires',
    revokedAt: 'Revoked',
    lastUsedAt: 'Last used',
    revoke: 'Revoke',
  },
  mailType: { created: 'New API key', expiring: 'API key expires' },
};

export const mails = {
  expiringKey: {
    subject: 'Your API key “{{name}}” expires on {{day}}',
    ends: 'Your API key “{{name}}” ({{prefix}}…) expires on {{day}} at {{time}} UTC. From then on every request with it is refused.',
    replace:
      'If a program still uses it, have a new key created under Settings → API keys, replace the old one with it, and revoke the old one.',
  },
  createdKey: {
    subject: 'An API key was created in your name: “{{name}}”',
    who: '{{maker}} created the API key “{{name}}” ({{prefix}}…) in your name. Programs that use it act with your rights.',
    revoke:
      'If you did not expect this, revoke it under Settings → API keys, and ask the person who created it.',
  },
};

export const errors = {
  apiKey: {
    otherStaff: 'Only administrators can create keys for other members of staff.',
    past: 'Choose a time in the future.',
    owner: 'This user does not exist or has no role in the portal.',
    noOrganization: 'Choose the organization: only keys of full-access staff can reach all of them.',
    otherOrganization: 'The owner does not belong to this organization.',
    scope: 'The roles of the owner and of the creator do not both allow {{scope}}.',
  },
};
