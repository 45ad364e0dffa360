export const savedReplies = {
  collection: {
    singular: 'Saved reply',
    plural: 'Saved replies',
    description: 'Texts that you can insert in the composer on a ticket’s page.',
    body: 'Text',
    bodyDescription: 'These variables are replaced with the ticket’s values: {{variables}}.',
    everybody: 'For everyone',
    organization: 'Organization',
    organizationDescription: 'It is offered only on tickets of this organization.',
    title: 'Title',
  },
  errors: {
    noVariable: '{{name}} is not a variable. The variables are {{variables}}.',
    noOrganization: 'Choose an organization, or “For everyone”.',
  },
  picker: {
    insert: 'Insert a saved reply',
    label: 'Saved replies',
    noMatch: 'No matching saved replies.',
    noValue: 'The text was not inserted: {{name}} is not known on this ticket.',
    none: 'There are no saved replies yet.',
    placeholder: 'Search titles and texts',
    search: 'Search saved replies',
  },
};
