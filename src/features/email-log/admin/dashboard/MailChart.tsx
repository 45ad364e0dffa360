import type { TranslateText } from '../../../../core/texts/text.ts';
import type { DayOfMail } from '../../reading/statistics.ts';
import './MailChart.css';

/** Parts of a bar, from the bottom to the top. */
const parts = ['sent', 'fallback', 'failed'] as const;

/** Pixels; the width is that of the screen. */
const height = 170;
const bottom = 24;
const top = 8;
const betweenLabels = 5;
const titleId = 'portal-chart-title';
const descriptionId = 'portal-chart-description';

interface MailChartProps {
  readonly days: readonly DayOfMail[];
  /** The BCP 47 tag of the reader's language. */
  readonly locale: string;
  readonly t: TranslateText;
}

/** Mails per day by outcome: a chart, and the same as a table for screen readers. */
export const MailChart = ({ days, locale, t }: MailChartProps) => {
  const numbers = new Intl.NumberFormat(locale);
  const most = topOfAxis(Math.max(...days.map(totalOf)));
  const step = 100 / days.length;
  const y = (mails: number) => top + height * (1 - mails / most);
  const total = days.reduce((sum, day) => sum + totalOf(day), 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  return (
    <figure className="portal-chart">
      <ul className="portal-chart__legend" aria-hidden="true">
        {parts.map((name) => (
          <li key={name}>
            <span className={`portal-chart__swatch portal-chart__${name}`} /> {t(`dashboard:chart:${name}`)}
          </li>
        ))}
      </ul>
      <svg height={top + height + bottom} role="img" aria-labelledby={`${titleId} ${descriptionId}`}>
        <title id={titleId}>{t('dashboard:chart:title')}</title>
        <desc id={descriptionId}>
          {t('dashboard:chart:description', {
            total: numbers.format(total),
            days: days.length,
            failed: numbers.format(failed),
          })}
        </desc>
        {[0, most / 2, most].map((mark) => (
          <g key={mark}>
            <line className="portal-chart__grid" x1={0} x2="100%" y1={y(mark)} y2={y(mark)} />
            <text x={-8} y={y(mark) + 4} textAnchor="end">
              {Number.isInteger(mark) ? numbers.format(mark) : ''}
            </text>
          </g>
        ))}
        {days.map((day, index) => (
          <DayOfChart
            key={day.day}
            {...{ day, y, locale, t }}
            x={`${index * step}%`}
            width={`${step}%`}
            left={days.length - 1 - index}
          />
        ))}
      </svg>
      <ChartTable days={days} t={t} />
    </figure>
  );
};

interface DayOfChartProps {
  readonly day: DayOfMail;
  readonly x: string;
  readonly width: string;
  /** The number of days that follow. */
  readonly left: number;
  /** The height of a number of mails. */
  y(mails: number): number;
  readonly locale: string;
  readonly t: TranslateText;
}

/** The bar of a day. Not every day has room for its label. */
const DayOfChart = ({ day, x, width, left, y, locale, t }: DayOfChartProps) => {
  const numbers = new Intl.NumberFormat(locale);
  const words = parts.map((name) => `${t(`dashboard:chart:${name}`)} ${numbers.format(day[name])}`);
  return (
    <svg className="portal-chart__day" x={x} width={width} aria-hidden="true">
      <title>{`${day.day}: ${words.join(', ')}`}</title>
      <rect className="portal-chart__hover" y={top} width="100%" height={height} />
      {barsOf(day).map(({ name, from, to }) => (
        <rect
          key={name}
          className={`portal-chart__${name}`}
          x="15%"
          width="70%"
          y={y(to)}
          height={y(from) - y(to)}
        />
      ))}
      {left % betweenLabels === 0 && (
        <text
          className={left % (2 * betweenLabels) === 0 ? '' : 'portal-chart__spare'}
          x={left === 0 ? '100%' : '50%'}
          y={top + height + 18}
          textAnchor={left === 0 ? 'end' : 'middle'}
        >
          {dayAndMonth(day.day, locale)}
        </text>
      )}
    </svg>
  );
};

/** The chart for screen readers. A table is as wide as its content, whatever hides it. */
const ChartTable = ({ days, t }: Pick<MailChartProps, 'days' | 't'>) => (
  <div className="portal-hidden">
    <table>
      <caption>{t('dashboard:chart:title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dashboard:chart:day')}</th>
          {parts.map((name) => (
            <th key={name} scope="col">
              {t(`dashboard:chart:${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{day.day}</th>
            {parts.map((name) => (
              <td key={name}>{day[name]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export const totalOf = ({ sent, fallback, failed }: DayOfMail): number => sent + fallback + failed;

const barsOf = (day: DayOfMail) => {
  let from = 0;
  return parts.map((name) => {
    const bar = { name, from, to: from + day[name] };
    from = bar.to;
    return bar;
  });
};

const dayAndMonth = (day: string, locale: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });

/** The lowest of 1, 2, 5, 10, 20, 50, … that is not below the value: the top of an axis. */
export const topOfAxis = (largest: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(largest, 1)));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= largest) ?? power;
};
