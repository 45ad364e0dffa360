// The parts of this feature that other features' pages use. They run in the browser, too.

export { type NamedPerson, namePerson, nameWithinSentence, type PersonDocument } from './admin/person.ts';
