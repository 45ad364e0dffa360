'use client';

export { ApiKeysHeader } from '../admin/api-keys/ApiKeysHeader.tsx';
export { ApiKeysLink } from '../admin/api-keys/ApiKeysLink.tsx';
export {
  KeyNameCell,
  KeyOrganizationCell,
  KeyPrefixCell,
  KeyRevokeCell,
  KeyScopesCell,
  KeyStateCell,
  KeyUseCell,
} from '../admin/api-keys/cells.tsx';
export { KeyScopesField, KeyStateField } from '../admin/api-keys/fields.tsx';
export { SecretField } from '../admin/settings/SecretField.tsx';
