/** One line of Prometheus's text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Exposition {
  readonly samples: readonly Sample[];
  /** The value of the one sample with these labels; undefined if there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
}

const comment = /^# (HELP|TYPE) ([a-z_:][\w:]*) (.+)$/;
const sample = /^([a-z_:][\w:]*)(?:\{(.*)\})? (NaN|[+-]Inf|[-+\d.e]+)$/i;
const label = /([a-z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/gy;

/**
 * Reads text format 0.0.4 strictly.
 *
 * @throws at an invalid line, and at a sample whose `HELP` and `TYPE` do not precede it
 */
export const parseExposition = (text: string): Exposition => {
  const told = { HELP: new Set<string>(), TYPE: new Set<string>() };
  const samples = text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line): Sample[] => {
      const [, kind, about = ''] = comment.exec(line) ?? [];
      if (kind) {
        told[kind as keyof typeof told].add(about);
        return [];
      }
      const [, name, labels = '', value] = sample.exec(line) ?? [];
      if (!name) throw new Error(`This is no line of the format: ${line}`);
      const family = name.replace(/_(bucket|sum|count)$/, '');
      const isTold = [name, family].some((one) => told.HELP.has(one) && told.TYPE.has(one));
      if (!isTold) throw new Error(`Neither HELP nor TYPE come before ${line}`);
      return [{ name, labels: parseLabels(labels), value: Number(value) }];
    });
  const value: Exposition['value'] = (name, labels = {}) =>
    samples.find(
      (one) =>
        one.name === name &&
        Object.keys(one.labels).length === Object.keys(labels).length &&
        Object.entries(labels).every(([key, wanted]) => one.labels[key] === wanted),
    )?.value;
  return { samples, value };
};

const parseLabels = (text: string): Record<string, string> => {
  const found = [...text.matchAll(label)];
  if (found.map(([whole]) => whole).join('') !== text) throw new Error(`These are no labels: ${text}`);
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, value]));
};
