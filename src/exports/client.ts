'use client';

export { ApiKeysHeader, ApiKeysLink } from '../admin/api-keys/ApiKeysHeader.tsx';
export {
  KeyNameCell,
  KeyOrganizationCell,
  KeyPrefixCell,
  KeyRevokeCell,
  KeyScopesCell,
  KeyScopesField,
  KeyStateCell,
  KeyStateField,
  KeyUseCell,
} from '../admin/api-keys/KeyCells.tsx';
export { FileDownloadCell, FileSizeCell } from '../admin/files/FileTable.tsx';
export { FolderField } from '../admin/files/FolderField.tsx';
export { FolderFiles } from '../admin/files/FolderFiles.tsx';
export { OrganizationFilter } from '../admin/files/OrganizationFilter.tsx';
export { RoleField } from '../admin/people/RoleField.tsx';
export { SecretField } from '../admin/settings/SecretField.tsx';
export { TagsField } from '../admin/tickets/page/TagsField.tsx';
export { TicketConversation } from '../admin/tickets/page/TicketConversation.tsx';
export {
  TicketDescription,
  TicketOpenedWith,
  TicketSelect,
  TicketStatusCell,
  TicketSubject,
} from '../admin/tickets/page/TicketFields.tsx';
export { TicketFiles } from '../admin/tickets/page/TicketFiles.tsx';
