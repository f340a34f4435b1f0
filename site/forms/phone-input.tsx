import { useEffect, useState, type ChangeEvent, type InputHTMLAttributes } from 'react';
import { usePhoneInput, type CountryData } from 'react-international-phone';
import { countries, DEFAULT_COUNTRY } from '../../contract/countries.ts';
import { pageSetting } from '../frame/page-setting.ts';
import styles from './phone-input.module.css';
import { underDialCode, withDialCode } from './phone-number.ts';

// The default country leads the list, and its dial code the field.
const listed = countries.toSorted((a, b) => Number(b[1] === DEFAULT_COUNTRY) - Number(a[1] === DEFAULT_COUNTRY));

type PhoneInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue' | 'onChange' | 'type'> & {
  defaultValue?: string;
  /** Called when the number changed otherwise than by typing. */
  onSettle: () => void;
};

/** A phone number with its country: the platform's own list under a flag, and a field that masks what is typed. */
export function PhoneInput({ onSettle, defaultValue = '', ...rest }: PhoneInputProps) {
  const [phone, setPhone] = useState(defaultValue);
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
    // What a browser fills in comes as a plain event.
    const { inputType = '', data } = event.nativeEvent as Partial<InputEvent>;
    const text = event.target.value;
    const number = inputType.startsWith('delete') ? undefined : withDialCode(text, country.dialCode);
    // Keyboards and dictation insert a whole number at once, which the library takes for one wrong character.
    const whole = data !== undefined && data !== null && data.length > 1;
    if (number !== undefined || whole) handlePhoneValueChange(pasted(number ?? text));
    else handlePhoneValueChange(event);
  }

  function chooseCountry(iso2: string) {
    const next = listed.find((one) => one[1] === iso2)!;
    setCountry(iso2);
    setPhone(underDialCode(phone, country.dialCode, next[2]));
  }

  return (
    <div className={styles.phone}>
      <div className={styles.country}>
        <img className={styles.flag} src={flagOf(country.iso2)} alt="" width={24} height={16} />
        {/* Browsers that can style a list show the flags in it; the others show its words. */}
        <select
          className={styles.list}
          aria-label="Country of the phone number"
          autoComplete="off"
          value={country.iso2}
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
      <input {...rest} ref={inputRef} type="tel" className={styles.number} value={inputValue} onChange={change} />
    </div>
  );
}

/** The event of this text having been pasted over everything, as far as the library reads one. */
function pasted(text: string): ChangeEvent<HTMLInputElement> {
  const event = {
    nativeEvent: { inputType: 'insertFromPaste' },
    target: { value: text, selectionStart: text.length },
    preventDefault() {},
  };
  return event as unknown as ChangeEvent<HTMLInputElement>;
}

/** Flags come from our own origin: scripts/flags.ts. */
function flagOf(iso2: string): string {
  return `${pageSetting('flags') || '/flags'}/${iso2}.svg`;
}
