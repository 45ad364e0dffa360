/** The variables of a saved reply. Their values are those of the ticket that it is inserted on. */
const savedReplyVariables = ['ticket.id', 'ticket.subject', 'requester.name', 'agent.name'] as const;

type SavedReplyVariable = (typeof savedReplyVariables)[number];

/** The variables in written form, such as `{{ticket.id}}`. */
export const writtenVariables = savedReplyVariables.map((name) => `{{${name}}}`).join(', ');

/** Double braces with anything between them, on one line. */
const anyVariable = /\{\{([^{}\n]*)\}\}/g;

const isVariable = (name: string): name is SavedReplyVariable =>
  (savedReplyVariables as readonly string[]).includes(name);

/** The first thing in double braces that is no variable, as it is written. */
export const findUnknownVariable = (body: string): string | undefined =>
  [...body.matchAll(anyVariable)].find(([, name = '']) => !isVariable(name.trim()))?.[0];

/** The values of the variables; null for one that is not known. */
export type SavedReplyValues = Readonly<Record<SavedReplyVariable, string | null>>;

/** The first variable of a text whose value is not known, as it is written. */
export const findMissingValue = (body: string, values: SavedReplyValues): string | undefined =>
  [...body.matchAll(anyVariable)].find(([, name = '']) => {
    const known = name.trim();
    return isVariable(known) && values[known] === null;
  })?.[0];

/** Fills in each variable once: a value that looks like a variable is text. */
export const fillIn = (body: string, values: SavedReplyValues): string =>
  body.replace(anyVariable, (whole, name: string) => {
    const known = name.trim();
    return isVariable(known) ? (values[known] ?? whole) : whole;
  });
