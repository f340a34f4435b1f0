import type { PortfolioDetail } from '../../contract/portfolio.ts';
import { textTable } from '../table.ts';

/** A portfolio's figures as the command line shows them: two decimals, as everywhere. */
export function detailTable(detail: PortfolioDetail): string {
  const { analytics } = detail;
  const about = [
    ['id', detail.id],
    ['name', detail.name],
    ['start', detail.start_date],
    ['as of', detail.as_of],
    ['version', `${detail.version}${detail.sample ? ' (sample data)' : ''}`],
  ];
  const rows: (readonly [string, ...(number | null | undefined)[]])[] = [
    ['cumulative return, %', detail.total_return_pf, detail.total_return_bm, detail.total_return_bm2],
    ['annualized return, %', detail.net_return_pf, detail.net_return_bm, detail.net_return_bm2],
    ['volatility, %', analytics?.pf.volatility, analytics?.bm?.volatility, analytics?.bm2?.volatility],
    ['Sharpe ratio', detail.sharpe_pf, detail.sharpe_bm, detail.sharpe_bm2],
    ['maximum drawdown, %', analytics?.pf.max_drawdown, analytics?.bm?.max_drawdown, analytics?.bm2?.max_drawdown],
    ['excess return, %', undefined, detail.excess_return, detail.excess_return2],
    ['tracking error, %', undefined, analytics?.relative?.tracking_error, analytics?.relative2?.tracking_error],
    ['information ratio', undefined, analytics?.relative?.information_ratio, analytics?.relative2?.information_ratio],
  ];
  const head = ['', 'PORTFOLIO', detail.benchmark ?? '', detail.benchmark2 ?? ''];
  const figures = [head, ...rows.map(([name, ...values]) => [name, ...values.map(shown)])];
  const years = (analytics?.years ?? []).map((year) => [
    `${year.year}${year.partial ? ' (part)' : ''}`,
    shown(year.pf),
    shown(year.bm),
    shown(year.bm2),
  ]);
  return [textTable(about), '', textTable(figures), '', textTable([['YEAR', ...head.slice(1)], ...years])].join('\n');
}

function shown(value: number | null | undefined): string {
  return value === undefined ? '' : value === null ? 'n/a' : value.toFixed(2);
}
