import type { DayOfMail } from '../../email-log/statistics.ts';

/** From the bottom of a bar to its top. */
const parts = [
  { name: 'sent', words: 'Sent' },
  { name: 'fallback', words: 'Sent by a fallback' },
  { name: 'failed', words: 'Failed' },
] as const;

const width = 1_200;
const height = 170;
const bottom = 24;
const left = 52;
const betweenLabels = 5;
const numbers = new Intl.NumberFormat('en');

/** Mails per day by outcome: a chart, and the same as a table for screen readers. */
export const MailChart = ({ days }: { days: readonly DayOfMail[] }) => {
  const top = topOfAxis(Math.max(...days.map(totalOf)));
  const step = (width - left) / days.length;
  const y = (mails: number) => height * (1 - mails / top);
  const total = days.reduce((sum, day) => sum + totalOf(day), 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  return (
    <figure className="portal-chart">
      <ul className="portal-chart__legend" aria-hidden="true">
        {parts.map(({ name, words }) => (
          <li key={name}>
            <span className={`portal-chart__swatch portal-chart__${name}`} /> {words}
          </li>
        ))}
      </ul>
      <svg
        viewBox={`0 -8 ${width} ${height + bottom + 8}`}
        role="img"
        aria-labelledby="portal-chart-title portal-chart-description"
      >
        <title id="portal-chart-title">Mails per day</title>
        <desc id="portal-chart-description">
          {`${numbers.format(total)} mails in ${days.length} days, ${numbers.format(failed)} of them failed. The table after this picture has the numbers of each day.`}
        </desc>
        {[0, top / 2, top].map((mark) => (
          <g key={mark}>
            <line className="portal-chart__grid" x1={left} x2={width} y1={y(mark)} y2={y(mark)} />
            <text x={left - 8} y={y(mark) + 4} textAnchor="end">
              {Number.isInteger(mark) ? numbers.format(mark) : ''}
            </text>
          </g>
        ))}
        {days.map((day, index) => (
          <g key={day.day} transform={`translate(${left + index * step} 0)`}>
            <title>{`${day.day}: ${parts.map(({ name, words }) => `${words} ${numbers.format(day[name])}`).join(', ')}`}</title>
            <rect className="portal-chart__hover" x={0} y={0} width={step} height={height} />
            {barsOf(day).map(({ name, from, to }) => (
              <rect
                key={name}
                className={`portal-chart__${name}`}
                x={step * 0.15}
                width={step * 0.7}
                y={y(to)}
                height={y(from) - y(to)}
              />
            ))}
            {(days.length - 1 - index) % betweenLabels === 0 && (
              <text x={step / 2} y={height + 18} textAnchor="middle">
                {dayAndMonth(day.day)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <table className="portal-hidden">
        <caption>Mails per day</caption>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            {parts.map(({ name, words }) => (
              <th key={name} scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              {parts.map(({ name }) => (
                <td key={name}>{day[name]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
};

export const totalOf = ({ sent, fallback, failed }: DayOfMail): number => sent + fallback + failed;

const barsOf = (day: DayOfMail) => {
  let from = 0;
  return parts.map(({ name }) => {
    const bar = { name, from, to: from + day[name] };
    from = bar.to;
    return bar;
  });
};

const dayAndMonth = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });

/** The lowest of 1, 2, 5, 10, 20, 50, … that is no less: the top of an axis. */
export const topOfAxis = (largest: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(largest, 1)));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= largest) ?? power;
};
