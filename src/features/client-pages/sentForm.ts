/** A file of a form, on local disk until the response is out. */
export interface SentFile {
  readonly name: string;
  /** The media type that the browser declared; null if it declared none. */
  readonly type: string | null;
  /** It is null for a file that the portal does not take: nothing of it is kept. */
  readonly path: string | null;
  /** True if the disk had no room for it. */
  readonly hasNoRoom?: boolean;
}

/** A form that a browser has sent. */
export interface SentForm {
  /** The text of a field; `''` for one that is not there. */
  text(name: string): string;
  /** The files of a field, without the empty part of an unused input; none if the form takes none. */
  files(name: string): readonly SentFile[];
}

/** Most names of files on a page. */
const mostNames = 50;
/** Most characters of such a name. */
export const longestName = 255;

/** The names of the files of a form that is shown again: no browser chooses them by itself. */
export const lostFiles = (form: SentForm): readonly string[] =>
  form
    .files('files')
    .slice(0, mostNames)
    .map(({ name }) => name.slice(0, longestName));

export const noForm: SentForm = { text: () => '', files: () => [] };
