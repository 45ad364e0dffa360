// The parts of this feature that other features' pages use. They run in the browser, too.

export { FacetBar } from './admin/EmailLogFilters.tsx';
export { Trail } from './admin/Trail.tsx';
