import { disclosureFields, noteKeyOf } from '../../../contract/figures/disclosure.ts';
import { exampleRecord } from '../../../contract/figures/example-record.ts';
import { TextField } from '../../parts/field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import styles from './upload-record.module.css';

export type Stated = Readonly<Record<string, string>>;

/** Every field left empty. */
export const nothingStated: Stated = Object.fromEntries(disclosureFields.map(({ key }) => [noteKeyOf(key), '']));

type FieldsProps = {
  stated: Stated;
  onChange: (change: Stated) => void;
  /** Whether a file was refused, perhaps for want of these. */ open: boolean;
};

/** Fields for the disclosures about the figures. For an empty field the file decides, or what was stated before stays. */
export function DisclosureFields({ stated, onChange, open }: FieldsProps) {
  return (
    <details className={styles.more} open={open}>
      <summary>What is stated of its figures</summary>
      <div className={styles.pairs}>
        {disclosureFields.map((field) => {
          const name = noteKeyOf(field.key);
          const bind = {
            name,
            label: field.label,
            value: stated[name] ?? '',
            onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
          };
          return 'choices' in field ? (
            <SelectField
              key={name}
              {...bind}
              items={[['', 'As the file says, or as before'], ...field.choices.map((one) => [one, one] as const)]}
            />
          ) : (
            <TextField key={name} {...bind} hint={field.how} autoComplete="off" maxLength={200} />
          );
        })}
      </div>
    </details>
  );
}

/** An example: the first lines of a file, and a file to download. @param isOfOne whether the portfolio is already known */
export function Example({ isOfOne }: { isOfOne: boolean }) {
  return (
    <div className={`stack gap-1 quiet ${styles.example}`}>
      <p>
        It looks like this, with a line for each day or for each end of a month.{' '}
        {!isOfOne && 'The id, or without it the file’s name, says which portfolio it is. '}
        <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(exampleRecord.text)}`} download={exampleRecord.name}>
          Save an example
        </a>
      </p>
      <pre>{exampleRecord.excerpt.join('\n')}</pre>
    </div>
  );
}
