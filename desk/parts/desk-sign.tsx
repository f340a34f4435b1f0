import { use } from 'react';
import { companyName } from '../../contract/company.ts';
import { companySign } from '../../contract/company-sign.ts';
import { AccountContext, type SignedIn } from '../account/account-context.ts';
import styles from './desk-sign.module.css';

/** The company's uploaded sign; the drawn one beside its name if there is none, and until it is known who is signed in. */
export function DeskSign() {
  const account = use(AccountContext);
  return (
    <span className={styles.sign}>
      {account?.sign ? <OwnSign {...account.sign} /> : <DrawnSign name={account?.company ?? companyName} />}{' '}
      <span className={`faint ${styles.part}`}>Desk</span>
    </span>
  );
}

function OwnSign({ light, dark }: NonNullable<SignedIn['sign']>) {
  // No alternative text: the link around the image names the company.
  return (
    <>
      <img {...light} alt="" className={`${styles.own} ${dark === null ? '' : styles.onLight}`} />
      {dark !== null && <img {...dark} alt="" className={`${styles.own} ${styles.onDark}`} />}
    </>
  );
}

function DrawnSign({ name }: { name: string }) {
  return (
    <>
      <svg viewBox={`0 0 ${companySign.box} ${companySign.box}`} width="26" height="26" fill="none" aria-hidden="true">
        <path className={styles.lines} d={companySign.lines} />
        <path className={styles.curve} d={companySign.curve} />
        <circle className={styles.point} cx={companySign.point.x} cy={companySign.point.y} r={companySign.point.r} />
      </svg>
      <span className={`strong ${styles.name}`}>{name}</span>
    </>
  );
}
