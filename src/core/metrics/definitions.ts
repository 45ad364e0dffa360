/** A total that is counted in the database and holds over all processes. */
export interface CounterDefinition {
  /** Its name among the totals. */
  readonly metric: string;
  /** Its name for Prometheus, after `support_portal_`. */
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** A figure that is read when it is asked for. */
export interface GaugeDefinition {
  /** Its name for Prometheus, after `support_portal_`. */
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** @returns the value for each combination of labels */
  read(): Promise<readonly GaugeValue[]>;
}

export interface GaugeValue {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}
