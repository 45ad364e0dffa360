// The parts of this feature that other features' pages use on the server.

export { BounceWarning } from './admin/CustomerMails.tsx';
export { findInitiators } from './admin/EmailLinks.tsx';
export { EmailTable } from './admin/list/EmailTable.tsx';
