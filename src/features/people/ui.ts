// The parts of this feature that other features' pages use. They run in the browser, too.

export {
  type FoundPerson,
  findPeopleBy,
  type NamedPerson,
  namePerson,
  nameWithinSentence,
  type PeopleSource,
  type PersonDocument,
  peopleWith,
  personFields,
} from './admin/findPeople.ts';
export { PersonChoice, PersonSelect } from './admin/PersonSelect.tsx';
