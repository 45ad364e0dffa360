// The parts of this feature that other features' pages use. They run in the browser, too.

export {
  type FoundPerson,
  findPeopleBy,
  type PeopleSource,
  peopleWith,
  personFields,
} from './admin/findPeople.ts';
export { PersonChoice } from './admin/PersonChoice.tsx';
export { PersonSelect } from './admin/PersonSelect.tsx';
export {
  type NamedPerson,
  namePerson,
  nameWithinSentence,
  type PersonDocument,
} from './admin/person.ts';
