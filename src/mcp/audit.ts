/** One call of a tool over the bridge. */
interface Call {
  readonly tool: string;
  readonly key_id: string;
  /** How many rows were given out. */
  readonly rows: number;
  /** The arguments as they came: only their names are kept. */
  readonly arguments: unknown;
  /** Why it was refused. */
  readonly error?: string;
}

const longestName = 64;
const mostNames = 50;

/** Writes a call as one line of JSON to stdout. What a client makes up for a name is cut to what a name may be. */
export const audit = ({ tool, key_id, rows, arguments: given, error }: Call): void => {
  const line = {
    tool: tool.slice(0, longestName),
    key_id,
    rows,
    arguments: namesOf(given),
    ...(error && { error }),
  };
  console.log(JSON.stringify(line));
};

const namesOf = (given: unknown): readonly string[] =>
  Object.keys(given ?? {})
    .filter((name) => /^\w+$/.test(name) && name.length <= longestName)
    .slice(0, mostNames);
