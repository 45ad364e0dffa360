'use client';

import '../core/ui/base.css';

export { OpenedWith } from '../core/ui/parts/form/OpenedWith.tsx';
export { RefusedSave } from '../core/ui/parts/form/RefusedSave.tsx';
export { OpenerProvider as Opener } from '../core/ui/react/OpenerProvider.tsx';
export { ApiKeysHeader } from '../features/api-keys/admin/ApiKeysHeader.tsx';
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
} from '../features/api-keys/admin/KeyCells.tsx';
export { FileDownloadCell, FileSizeCell, FolderFiles } from '../features/files/admin/FileTable.tsx';
export { FolderField } from '../features/files/admin/FolderField.tsx';
export { OrganizationFilter } from '../features/files/admin/OrganizationFilter.tsx';
export { RoleField } from '../features/people/admin/RoleField.tsx';
export { SavedReplyPicker } from '../features/saved-replies/admin/SavedReplyPicker.tsx';
export { EventCredentials } from '../features/settings/admin/EventCredentials.tsx';
export { SecretField } from '../features/settings/admin/SecretField.tsx';
export { ServiceChoice } from '../features/settings/admin/ServiceChoice.tsx';
export { SettingsGroup, SettingsView } from '../features/settings/admin/SettingsGroup.tsx';
export { TicketConversation } from '../features/tickets/admin/page/conversation/TicketConversation.tsx';
export { TagsField } from '../features/tickets/admin/page/fields/TagsField.tsx';
export {
  TicketDescription,
  TicketOpenedWith,
  TicketOrganization,
  TicketSelect,
  TicketStatusCell,
  TicketSubject,
} from '../features/tickets/admin/page/fields/TicketFields.tsx';
export { TicketBar } from '../features/tickets/admin/page/presence/PresenceLine.tsx';
export { TicketFiles } from '../features/tickets/admin/page/TicketFiles.tsx';
export { HeldRepliesProvider as HeldReplies } from '../features/tickets/admin/sending/HeldRepliesProvider.tsx';
