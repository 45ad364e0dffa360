// The parts of this feature that other features' pages use. They run in the browser, too.

export { FacetBar } from './admin/list/EmailLogFilters.tsx';
export { Trail } from './admin/mail/Trail.tsx';
