type Both = readonly [ours: readonly number[], theirs: readonly number[]];

/** Beta, alpha, correlation and captures, by the moments of the returns. @param above the returns above the risk-free rate */
export function fittedFigures([ours, theirs]: Both, above: Both, k: number) {
  const beta = covariance(...above) / covariance(above[1], above[1]);
  const over = (rose: boolean) => {
    const inSuch = (values: readonly number[]) => sumOf(values.filter((_, t) => (rose ? theirs[t]! > 0 : theirs[t]! < 0)));
    return inSuch(ours) / inSuch(theirs);
  };
  return {
    beta,
    alpha: k * (mean(above[0]) - beta * mean(above[1])),
    correlation: covariance(ours, theirs) / Math.sqrt(covariance(ours, ours) * covariance(theirs, theirs)),
    upCapture: over(true),
    downCapture: over(false),
  };
}

function covariance(ones: readonly number[], others: readonly number[]): number {
  return mean(ones.map((one, t) => one * others[t]!)) - mean(ones) * mean(others);
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function mean(values: readonly number[]): number {
  return sumOf(values) / values.length;
}
