export const errors = {
  richText: {
    tooDeep: 'This text is nested too deeply.',
    tooLong: 'This text is too long with its formatting.',
    none: 'This is not rich text.',
    links: 'A reply may contain at most {{most}} links.',
    link: 'The link “{{link}}” cannot be sent. A link needs a whole address, with https:, http:, mailto: or tel:.',
    noTargetOf:
      'The link “{{link}}” leads nowhere. Enter its address, with https:, http:, mailto: or tel:, or remove the link.',
    noTarget:
      'A link leads nowhere. Enter its address, with https:, http:, mailto: or tel:, or remove the link.',
    picture: 'A reply cannot contain pictures. Attach them to the ticket as files.',
    record: 'A reply cannot contain records or blocks of the CMS: it is read as text.',
  },
  tags: {
    noList: 'Send a list of tags.',
    tooMany: 'Enter at most {{most}} tags.',
    noText: 'A tag must be text.',
    empty: 'A tag cannot be empty.',
    tooLong: 'The tag {{tag}} has more than {{most}} characters.',
    separator: 'The tag {{tag}} contains a comma or a line break.',
  },
  sendAgain: {
    sent: 'The mail did not fail, so it is not sent again.',
    noTicket: 'Only mails about a ticket can be sent again: the text of a mail is not kept.',
    gone: 'The mail has already been sent again, or cannot be: the text of a mail is not kept, and what it was about is known for {{days}} days. Write a reply instead.',
    noRecipient:
      'No one would get this mail any more: the recipient has left, has another address, or chose fewer mails.',
  },
  ticket: {
    ofOther: 'The ticket belongs to another organization.',
    hasFiles: 'The ticket has files, so it stays with its organization.',
    changedNow: 'The ticket was changed at the same moment. Try again.',
    changedSince: 'The ticket has changed since you read it. Read it again, then decide.',
    changedFields:
      'Someone else has changed {{fields}} of this ticket in the meantime. Nothing was saved. Reload the page, then make your change again.',
    repliedMeanwhile: 'Someone has replied in the meantime. Read that reply, then send yours again.',
    mergedMeanwhile:
      '#{{source}} was merged into #{{target}} meanwhile. Check there whom the reply goes to, then send it again.',
    otherRecipients:
      'Your reply would go to other people than this page said. See whom it goes to now, then send it again.',
    createdBefore: 'This form has already created its ticket. You find it in the list of tickets.',
    otherSubmission:
      'Another reply was already sent from this draft. Reload the page, then send yours again.',
    noRequester: 'A ticket needs a requester.',
    requester: 'Choose a client of the ticket’s organization.',
    assignee: 'Choose a member of staff, or a representative of the ticket’s organization.',
    mention: 'Mention members of staff, or representatives of the ticket’s organization.',
    mentionsInReply: 'Only an internal note can mention colleagues.',
    tooManyMentions: 'Mention at most {{most}} people.',
    transition: 'A ticket that is {{from}} can change to {{states}}, not to {{to}}.',
    noTransition: 'A ticket that is {{from}} cannot change to {{to}}, nor to any other state.',
    /** Programs read the English sentence, too: the states are as the API names them. */
    status: { open: 'open', in_progress: 'in_progress', resolved: 'resolved', closed: 'closed' },
    fields: {
      subject: 'the subject',
      description: 'the description',
      status: 'the status',
      priority: 'the priority',
      requester: 'the requester',
      assignee: 'the assignee',
      tags: 'the tags',
      followers: 'the followers',
    },
  },
  followers: {
    noList: 'Send a list of people.',
    tooMany: 'A ticket can have at most {{most}} followers.',
    person: 'Choose a client or a representative of the ticket’s organization.',
    forbidden: 'Only the requester and the support team choose who follows this ticket.',
  },
  merge: {
    another: 'Choose another ticket.',
    sameOrganization: 'Choose a ticket of the same organization.',
    already: '#{{id}} was already merged into #{{into}}.',
    merged: 'This ticket was merged into #{{into}}. Change that one instead.',
  },
};
