import { useEffect, useId, useLayoutEffect, useRef, useState, type ChangeEvent, type InputHTMLAttributes } from 'react';
import { countries, DEFAULT_COUNTRY } from '../../contract/countries.ts';
import { changed, phoneHint, phoneOf, settled, underCountry, type Change, type Phone } from '../../contract/phone-number.ts';
import { pageSetting } from '../frame/page-setting.ts';
import fieldStyles from './form-fields.module.css';
import styles from './phone-input.module.css';

// The default country is first in the list.
const listed = [...countries].sort((a, b) => Number(b[1] === DEFAULT_COUNTRY) - Number(a[1] === DEFAULT_COUNTRY));

type PhoneInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue' | 'onChange' | 'type'> & {
  defaultValue?: string;
  onSettle: () => void;
};

/**
 * A phone number with its country: a native select under a flag, and a text field that accepts numbers as people write them. The form sends the
 * number with its dial code, whatever the field shows at that moment.
 */
export function PhoneInput({ onSettle, defaultValue = '', 'aria-describedby': described, ...rest }: PhoneInputProps) {
  // Without scripts nothing processes what is typed after a dial code: the field is empty, and the number is sent as typed.
  const [phone, setPhone] = useState(() => ({ ...phoneOf(defaultValue), text: defaultValue }));
  const [hint, setHint] = useState('');
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  // Forms read the field during an event, before the field is rendered again.
  const latest = useRef(phone);
  useSentNumber(input, latest);
  // Takes over what was typed before hydration, or shows the default country's dial code.
  useLayoutEffect(() => show(phoneOf(input.current?.value ?? '')), []);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs when the number changes
  useEffect(() => onSettle(), [phone.text]);

  function show(next: Phone, said = '') {
    latest.current = next;
    setPhone(next);
    setHint(said);
  }

  function change(event: ChangeEvent<HTMLInputElement>) {
    show(changed(latest.current, event.target.value, changeOf(event)));
  }

  function leave() {
    const next = settled(latest.current);
    show(next, phoneHint(next));
  }

  function chooseCountry(iso2: string) {
    const next = underCountry(latest.current, iso2);
    show(next, hint && phoneHint(next));
  }

  return (
    <>
      <div className={`row min-w-0 ${styles.phone}`}>
        <div className={styles.country}>
          <img className={styles.flag} src={flagOf(phone.country[1])} alt="" width={24} height={16} />
          {/* Browsers that can style a select show the flags in it; the others show the text only. */}
          <select
            className={`${fieldStyles.picker} ${styles.list}`}
            aria-label="Country of the phone number"
            autoComplete="off"
            value={phone.country[1]}
            onChange={(event) => chooseCountry(event.target.value)}
          >
            {listed.map(([name, iso2, dialCode]) => (
              <option key={iso2} value={iso2}>
                <img className={styles.optionFlag} src={flagOf(iso2)} alt="" width={24} height={16} loading="lazy" />
                {`${name} (+${dialCode})`}
              </option>
            ))}
          </select>
        </div>
        <input
          {...rest}
          ref={input}
          type="tel"
          className={`${fieldStyles.control} ${styles.number}`}
          aria-describedby={[described, hint && hintId].filter(Boolean).join(' ') || undefined}
          value={phone.text}
          onChange={change}
          onBlur={leave}
        />
      </div>
      <p id={hintId} className={`small quiet ${styles.hint}`} aria-live="polite">
        {hint}
      </p>
    </>
  );
}

function useSentNumber(input: { current: HTMLInputElement | null }, latest: { current: Phone }) {
  useEffect(() => {
    const form = input.current?.form;
    function send({ formData }: FormDataEvent) {
      const name = input.current?.name ?? '';
      if (formData.has(name)) formData.set(name, settled(latest.current).text);
    }
    form?.addEventListener('formdata', send);
    return () => form?.removeEventListener('formdata', send);
  }, [input, latest]);
}

function changeOf(event: ChangeEvent<HTMLInputElement>): Change {
  // Autofill arrives as a plain event without an input type.
  const { inputType = '', data, isComposing = false } = event.nativeEvent as Partial<InputEvent>;
  const { selectionStart, value } = event.target;
  if (inputType === '' || inputType === 'insertReplacementText') return 'whole';
  if (isComposing || inputType.startsWith('delete') || inputType.startsWith('history') || selectionStart !== value.length) return 'edited';
  // Keyboards and dictation may insert a whole number at once; a paste has no `data`.
  return data?.length === 1 ? 'typed' : 'whole';
}

/** Flags come from our origin by default: scripts/flags.ts. */
function flagOf(iso2: string): string {
  return `${pageSetting('flags') || '/flags'}/${iso2}.svg`;
}
