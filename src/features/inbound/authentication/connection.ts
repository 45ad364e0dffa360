/** The SMTP connection by which a message came, as far as it is known. */
export interface Connection {
  /** Null if it is not known: SPF is not checked then. */
  readonly ip: string | null;
  readonly helo: string | null;
  /** The envelope's sender; `''` for the empty one. Null if it is not known: SPF is not checked then. */
  readonly sender: string | null;
}
