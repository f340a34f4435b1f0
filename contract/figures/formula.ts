/**
 * A formula that is printed and evaluated from the same expression, so that tests can compare the printed formula with the computed figure. A
 * quantity is a letter with a subscript; one with the subscript t has a value in each period.
 */
export type Formula =
  | number
  | Quantity
  | { of: 'sum' | 'difference' | 'product' | 'quotient' | 'power'; left: Formula; right: Formula }
  | { of: 'root' | 'total' | 'least'; inner: Formula };

export type Quantity = { letter: string; sub?: string };

/** An equation: `S = k · (m − f) / s`. */
export type Equation = { left: Quantity; right: Formula };

/** Values of the quantities by their printed names (`V_0`); a list has one value per period. */
export type Quantities = Readonly<Record<string, number | readonly number[]>>;

/** The value of a formula; NaN if a quantity has no value. */
export function evaluate(formula: Formula, quantities: Quantities, period = 0): number {
  if (typeof formula === 'number') return formula;
  if ('letter' in formula) {
    const value = quantities[nameOf(formula)];
    return (typeof value === 'object' ? value[period] : value) ?? Number.NaN;
  }
  if ('inner' in formula) {
    if (formula.of === 'root') return Math.sqrt(evaluate(formula.inner, quantities, period));
    const values = Array.from({ length: periodsOf(formula.inner, quantities) }, (_, t) => evaluate(formula.inner, quantities, t));
    return formula.of === 'least' ? Math.min(...values) : values.reduce((sum, value) => sum + value, 0);
  }
  const left = evaluate(formula.left, quantities, period);
  const right = evaluate(formula.right, quantities, period);
  switch (formula.of) {
    case 'sum':
      return left + right;
    case 'difference':
      return left - right;
    case 'product':
      return left * right;
    case 'quotient':
      return left / right;
    case 'power':
      return left ** right;
  }
}

export type Printed = { text: string; as: 'letter' | 'sub' | 'sup' | 'plain' };

export function printEquation({ left, right }: Equation): Printed[] {
  return [...print(left), plain(' = '), ...print(right)];
}

/** An equation as one line of text: `A = (1 + R)^(1 / y) − 1`. */
export function equationText(equation: Equation): string {
  return printEquation(equation)
    .map(({ text, as }) => (as === 'sub' ? `_${text}` : as === 'sup' ? (text.length > 1 ? `^(${text})` : `^${text}`) : text))
    .join('');
}

const signs = { sum: ' + ', difference: ' − ', product: ' · ', quotient: ' / ' } as const;
const ranks = { sum: 1, difference: 1, product: 2, quotient: 2, power: 3 } as const;

function print(formula: Formula): Printed[] {
  if (typeof formula === 'number') return [plain(String(formula))];
  if ('letter' in formula) {
    const { letter, sub } = formula;
    return [{ text: letter, as: 'letter' }, ...(sub === undefined ? [] : [{ text: sub, as: 'sub' } as const])];
  }
  if ('inner' in formula) {
    const sign = { root: '√', total: 'Σ ', least: 'min ' }[formula.of];
    return [plain(sign), ...within(formula.inner, formula.of === 'total' ? 3 : 4)];
  }
  const rank = ranks[formula.of];
  if (formula.of === 'power') {
    const exponent = print(formula.right)
      .map(({ text }) => text)
      .join('');
    return [...within(formula.left, rank), { text: exponent, as: 'sup' }];
  }
  // The right side of a minus or a fraction keeps its brackets.
  const right = within(formula.right, formula.of === 'sum' ? rank : rank + 1);
  return [...within(formula.left, rank), plain(signs[formula.of]), ...right];
}

function within(formula: Formula, least: number): Printed[] {
  const rank = typeof formula === 'number' || 'letter' in formula ? 4 : 'inner' in formula ? 3 : ranks[formula.of];
  return rank >= least ? print(formula) : [plain('('), ...print(formula), plain(')')];
}

function plain(text: string): Printed {
  return { text, as: 'plain' };
}

export function nameOf({ letter, sub }: Quantity): string {
  return sub === undefined ? letter : `${letter}_${sub}`;
}

function periodsOf(formula: Formula, quantities: Quantities): number {
  if (typeof formula === 'number') return 0;
  if ('letter' in formula) {
    const value = quantities[nameOf(formula)];
    return typeof value === 'object' ? value.length : 0;
  }
  if ('inner' in formula) return periodsOf(formula.inner, quantities);
  return Math.max(periodsOf(formula.left, quantities), periodsOf(formula.right, quantities));
}
