import { Fragment } from 'react';
import { printEquation, type Equation } from '../../contract/figures/formula.ts';

export function PrintedFormula({ formula }: { formula: Equation }) {
  return printEquation(formula).map(({ text, as }, index) => {
    return (
      <Fragment key={index}>
        {as === 'plain' ? text : as === 'letter' ? <i>{text}</i> : as === 'sub' ? <sub>{text}</sub> : <sup>{text}</sup>}
      </Fragment>
    );
  });
}
