// The parts of this feature that other features' pages use. They run in the browser, too.

export { RefreshWhenSaved } from './admin/RefreshWhenSaved.tsx';
export { TestButton } from './admin/TestButton.tsx';
