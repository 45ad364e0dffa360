// The parts of this feature that other features' pages use. They run in the browser, too.

export { Activity } from './admin/Activity.tsx';
export { CopyLink } from './admin/CopyLink.tsx';
export { type FileProgress, FilesDrop } from './admin/FilesDrop.tsx';
export { LinkedForm, LinkedFormButton } from './admin/LinkedForm.tsx';
export { daysAfter, LinkSettings, readLinkSettings } from './admin/LinkSettings.tsx';
export { isBeingMailed, type LinkRecipient, type WantedRecipient } from './admin/linked.ts';
export { RecipientsInput } from './admin/RecipientsInput.tsx';
export { RecipientTable } from './admin/RecipientTable.tsx';
export { StateLinks, stateIn } from './admin/StateLinks.tsx';
export { useLinkedRecord } from './admin/useLinkedRecord.ts';
