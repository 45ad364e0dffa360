const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

const nameIn = (names: typeof browsers, agent: string): string | null =>
  names.find(([, pattern]) => pattern.test(agent))?.[0] ?? null;

/** A browser in words for its owner: `Firefox on Windows`. An unknown browser keeps the name that it gives itself. */
export const browserOf = (userAgent: string | null): string => {
  const agent = (userAgent ?? '').slice(0, 500);
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)];
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return (
    browser ??
    system ??
    (agent
      .replace(/[^\x20-\x7e]/g, '')
      .split(/[/ ]/, 1)[0]
      ?.slice(0, 60) ||
      'Unknown')
  );
};
