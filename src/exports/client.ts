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
export { FileDownloadCell, FileSizeCell } from '../admin/files/cells.tsx';
export { FolderFiles } from '../admin/files/FolderFiles.tsx';
export { OrganizationFilter } from '../admin/files/OrganizationFilter.tsx';
export { SecretField } from '../admin/settings/SecretField.tsx';
export { TicketConversation } from '../admin/tickets/TicketConversation.tsx';
export { TicketDescription } from '../admin/tickets/TicketDescription.tsx';
export { TicketFiles } from '../admin/tickets/TicketFiles.tsx';
export { TicketOpenedWith } from '../admin/tickets/TicketOpenedWith.tsx';
export { TicketStatusCell } from '../admin/tickets/TicketStatusCell.tsx';
