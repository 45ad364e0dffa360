// The parts of this feature that other features' pages use. They run in the browser, too.

export { SavedReplyPicker } from './admin/SavedReplyPicker.tsx';
export { useSavedReplyValues } from './admin/useSavedReplyValues.ts';
export { fillIn } from './savedReplies.ts';
