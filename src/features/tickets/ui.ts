// The parts of this feature that other features' pages use. They run in the browser, too.

export { numberOf } from './record/number.ts';
