/** The SMTP connection by which a message came, as far as it is known. */
export interface Connection {
  /** It is null if it is not known: SPF is not checked then. */
  readonly ip: string | null;
  readonly helo: string | null;
  /** The envelope's sender; `''` for the empty one. It is null if it is not known: SPF is not checked then. */
  readonly sender: string | null;
}
