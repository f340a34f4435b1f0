import { useEffect, useState, type ChangeEvent, type InputHTMLAttributes } from 'react';
import { usePhoneInput, type CountryData } from 'react-international-phone';
import { countries, DEFAULT_COUNTRY } from '../../contract/countries.ts';
import styles from './phone-input.module.css';
import { underDialCode, withDialCode } from './phone-number.ts';

// The default country leads the list, and its dial code the field.
const listed = countries.toSorted((a, b) => Number(b[1] === DEFAULT_COUNTRY) - Number(a[1] === DEFAULT_COUNTRY));

type PhoneInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> & {
  /** Called when the number changed otherwise than by typing. */
  onSettle: () => void;
};

/** A phone number with its country: the platform's own list under a flag, and a field that masks what is typed. */
export function PhoneInput({ onSettle, ...rest }: PhoneInputProps) {
  const [phone, setPhone] = useState('');
  const { inputValue, country, setCountry, handlePhoneValueChange, inputRef } = usePhoneInput({
    value: phone,
    defaultCountry: DEFAULT_COUNTRY,
    countries: listed as CountryData[],
    // A number that is longer than we expect is still the visitor's number.
    allowMaskOverflow: true,
    onChange: (next) => setPhone(next.phone),
  });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the number is what it waits for
  useEffect(() => onSettle(), [inputValue]);

  function change(event: ChangeEvent<HTMLInputElement>) {
    const removed = (event.nativeEvent as InputEvent).inputType?.startsWith('delete');
    const number = removed ? undefined : withDialCode(event.target.value, country.dialCode);
    if (number === undefined) handlePhoneValueChange(event);
    else setPhone(number);
  }

  function chooseCountry(iso2: string) {
    const next = listed.find((one) => one[1] === iso2)!;
    setCountry(iso2);
    setPhone(underDialCode(phone, country.dialCode, next[2]));
  }

  return (
    <div className={styles.phone}>
      <div className={styles.country}>
        <img className={styles.flag} src={`/flags/${country.iso2}.svg`} alt="" width={24} height={16} />
        <select
          className={styles.list}
          aria-label="Country of the phone number"
          autoComplete="off"
          value={country.iso2}
          onChange={(event) => chooseCountry(event.target.value)}
        >
          {listed.map(([name, iso2, dialCode]) => (
            <option key={iso2} value={iso2}>
              {`${name} (+${dialCode})`}
            </option>
          ))}
        </select>
      </div>
      <input {...rest} ref={inputRef} type="tel" className={styles.number} value={inputValue} onChange={change} />
    </div>
  );
}
