/** Pearson's correlation of two equally long samples, from index `from` on (index 0 of a series is its base day). */
export function correlation(a: Float64Array, b: Float64Array, from = 1): number {
  const count = a.length - from;
  let meanA = 0;
  let meanB = 0;
  for (let t = from; t < a.length; t++) {
    meanA += a[t];
    meanB += b[t];
  }
  meanA /= count;
  meanB /= count;
  let cross = 0;
  let squareA = 0;
  let squareB = 0;
  for (let t = from; t < a.length; t++) {
    const da = a[t] - meanA;
    const db = b[t] - meanB;
    cross += da * db;
    squareA += da * da;
    squareB += db * db;
  }
  return cross / Math.sqrt(squareA * squareB);
}

/** Correlations of every pair, as a symmetric matrix with ones on its diagonal. */
export function correlationMatrix(samples: readonly Float64Array[]): number[][] {
  const matrix = samples.map(() => new Array<number>(samples.length).fill(1));
  for (let i = 0; i < samples.length; i++) {
    for (let j = i + 1; j < samples.length; j++) {
      const value = correlation(samples[i], samples[j]);
      matrix[i][j] = value;
      matrix[j][i] = value;
    }
  }
  return matrix;
}
