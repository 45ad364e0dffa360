// The parts of this feature that other features' pages use. They run in the browser, too.

export { useInsertion } from './admin/page/composer/insertion.ts';
export { numberOf } from './admin/ticketWords.ts';
