import { complianceStatement } from '../../contract/legal.ts';

/** What the company claims of performance standards, beside its figures; nothing where it claims nothing. */
export function ComplianceStatement() {
  return complianceStatement === undefined ? null : <p className="small quiet">{complianceStatement}</p>;
}
