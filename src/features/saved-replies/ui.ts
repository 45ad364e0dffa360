// The part of this feature that other features' pages use.

export { SavedReplyPicker } from './admin/SavedReplyPicker.tsx';
