/** Beta, alpha, correlation and captures, by the moments of the returns. */
export function fittedFigures(ours: readonly number[], theirs: readonly number[], { k, riskFree }: { k: number; riskFree: number }) {
  const f = (1 + riskFree) ** (1 / k) - 1;
  const covariance = mean(ours.map((one, t) => one * theirs[t]!)) - mean(ours) * mean(theirs);
  const variance = (values: readonly number[]) => mean(values.map((value) => value ** 2)) - mean(values) ** 2;
  const beta = covariance / variance(theirs);
  const over = (rose: boolean) => {
    const inSuch = (values: readonly number[]) => sumOf(values.filter((_, t) => (rose ? theirs[t]! > 0 : theirs[t]! < 0)));
    return inSuch(ours) / inSuch(theirs);
  };
  return {
    beta,
    alpha: k * (mean(ours) - f - beta * (mean(theirs) - f)),
    correlation: covariance / Math.sqrt(variance(ours) * variance(theirs)),
    upCapture: over(true),
    downCapture: over(false),
  };
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function mean(values: readonly number[]): number {
  return sumOf(values) / values.length;
}
