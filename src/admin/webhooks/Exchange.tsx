interface ExchangeProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>> | null | undefined;
  readonly body: string | null | undefined;
}

/** One side of what was said over HTTP: its headers, and its body, JSON in lines. */
export const Exchange = ({ title, headers, body }: ExchangeProps) => (
  <>
    <h3>{title}</h3>
    {headers || body ? (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      <pre tabIndex={0}>
        {Object.entries(headers ?? {})
          .map(([name, value]) => `${name}: ${value}\n`)
          .join('')}
        {headers && body ? '\n' : ''}
        {inLines(body ?? '')}
      </pre>
    ) : (
      <p className="portal-muted">There was none.</p>
    )}
  </>
);

const inLines = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
