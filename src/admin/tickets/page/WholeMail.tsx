/** All of a mail's text, with the history and the signature that the reply leaves out. Folded. */
export const WholeMail = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <details className="portal-mail">
      <summary>Show the whole mail</summary>
      <div className="portal-mail__text">{text}</div>
    </details>
  ) : null;
