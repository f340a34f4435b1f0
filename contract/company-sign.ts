/**
 * The company's sign: a point on a curve with its ordinate dropped to the base line, in a 24 by 24 box. A sample, like the company's name. Strokes
 * have the current colour, the point has the accent.
 */
export const companySign = {
  box: 24,
  curve: 'M3 17.5C8 17.5 9 6 21 6',
  lines: 'M13.2 9.3V21M3 21H21',
  point: { x: 13.2, y: 9.3, r: 3 },
} as const;
