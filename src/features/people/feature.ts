import type { Feature } from '../../core/feature.ts';
import { tellClient } from './createClient.ts';
import { listOrganizations } from './operations/listOrganizations.ts';
import { listUsers } from './operations/listUsers.ts';
import { peopleTexts } from './texts/index.ts';
import { warnWithoutAdministrator } from './warnWithoutAdministrator.ts';

// The parts that other features use.
export { type NoticeChoice, noticeChoiceOf, noticeChoices, personLanguages } from './choices.ts';
export { chooseOrganization, organizationExists, organizationsOfDomain } from './chooseOrganization.ts';
export { canBeAccount, createClient } from './createClient.ts';
export { findPeople, findPerson, findTeamMember, languageOf, type Person } from './findPerson.ts';
export { fingerprintSql } from './fingerprint.ts';

/** Users and organizations: accounts, roles, and the organizations that users belong to. */
export const people: Feature = {
  name: 'people',
  collections: {
    users: { slug: 'users', takes: 'existing', record: { type: 'user', word: 'collections:users:singular' } },
    organizations: {
      slug: 'organizations',
      takes: 'existing',
      record: { type: 'organization', word: 'collections:organizations:singular' },
    },
  },
  texts: peopleTexts,
  // A client who logs in to the admin UI reads this in place of the CMS's sentence.
  cmsTexts: (app) => ({
    en: { error: { unauthorizedAdmin: tellClient(peopleTexts.en.people.clientAtTheDoor, app) } },
    de: { error: { unauthorizedAdmin: tellClient(peopleTexts.de.people.clientAtTheDoor, app) } },
  }),
  tags: {
    organizations: {
      name: 'People',
      description: 'The people and organizations of tickets and files. For staff.',
    },
    users: { name: 'People' },
  },
  operations: [listOrganizations, listUsers],
  customerParts: [
    { name: 'customer', component: 'CustomerCard', on: ['ticket'], place: 1 },
    { name: 'people', component: 'OrganizationPeople', on: ['organization'], place: 1 },
  ],
  start: (payload, portal) => ({
    async open() {
      warnWithoutAdministrator(payload, portal).catch(() => {});
    },
  }),
};
