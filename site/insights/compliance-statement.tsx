import { complianceStatement } from '../../contract/legal.ts';

/** The company's claim to comply with performance standards, shown with its figures; nothing if it makes no claim. */
export function ComplianceStatement() {
  return complianceStatement === undefined ? null : <p className="small quiet">{complianceStatement}</p>;
}
