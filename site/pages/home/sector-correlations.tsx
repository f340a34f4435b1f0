import { sampleEvidence } from '../../content/evidence.ts';
import styles from './sector-correlations.module.css';

const { sectors, correlations } = sampleEvidence;

/** Lower bounds of the matrix's shades, as correlations in hundredths. */
const shades = [-100, 20, 35, 45, 55];

export function SectorCorrelations() {
  return (
    <svg
      className={styles.figure}
      viewBox="0 0 340 168"
      role="img"
      aria-label={`Correlations between sectors, from ${Math.min(...correlations.flat()) / 100} to ${Math.max(...correlations.flat()) / 100}`}
    >
      {shades.map((from, shade) => (
        <path
          key={from}
          className={styles[`shade${shade}`]}
          d={correlations
            .flatMap((row, y) =>
              row.map((rho, x) => (rho >= from && rho < (shades[shade + 1] ?? 101) ? `M${x * 26} ${y * 18.5}h25v17.5h-25z` : '')),
            )
            .join('')}
        />
      ))}
      {correlations.flatMap((row, y) =>
        row.map((rho, x) => (
          <text key={`${x} ${y}`} className={rho >= 45 ? styles.light : styles.cell} x={x * 26 + 12.5} y={y * 18.5 + 13}>
            {rho < 0 ? `−${-rho}` : rho}
          </text>
        )),
      )}
      {sectors.map((name, i) => (
        <text key={name} x={i * 26 + 6} y={i * 18.5 + 13}>
          {name}
        </text>
      ))}
    </svg>
  );
}
