/**
 * The `d` of an SVG path through points, in relative coordinates, which are a third shorter in HTML than absolute ones.
 * @param points in the units of the view box, at least one
 * @param decimals places after the point to which coordinates are rounded; rounding does not add up along the line
 */
export function linePath(points: readonly (readonly [x: number, y: number])[], decimals = 1): string {
  const unit = 10 ** decimals;
  const rounded = points.map(([x, y]) => [Math.round(x * unit), Math.round(y * unit)] as const);
  let [lastX, lastY] = [0, 0];
  const steps = rounded.map(([x, y]) => {
    const step = `${(x - lastX) / unit} ${(y - lastY) / unit}`;
    [lastX, lastY] = [x, y];
    return step;
  });
  // In SVG, a relative move at the start of a path counts from 0, and further coordinates without a letter are lines.
  return `m${steps.join(' ')}`;
}
