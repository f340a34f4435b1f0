import { getExampleNumber, type CountryCode } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countries } from './countries.ts';
import { changed, internationalPhone, phoneHint, phoneOf, settled, underCountry, type Phone } from './phone-number.ts';

const dialCodes = countries.map(([, , dialCode]) => `+${dialCode}`);
/** Country, the number as it is sent, and the ways in which people write it. */
const WRITTEN: [iso2: string, sent: string, written: string[]][] = [
  ['it', '+39 02 1234567', ['02 1234567', '02/1234567', '+39 02 1234567', '0039 02 1234567', '+39 (0)2 1234567', '(+39) 02.1234567']],
  ['it', '+39 333 1234567', ['333 123 4567', '3331234567', '+39 333-1234567', '00393331234567', '393331234567', 'tel:+393331234567']],
  ['gb', '+44 7911 123456', ['07911 123456', '07911123456', '+447911123456', '+44 (0)7911 123 456', '0044 7911 123456', '447911123456']],
  ['gb', '+44 20 7946 0958', ['020 7946 0958', '(020) 7946-0958', '+44 (0) 20 7946 0958', '+44 020 7946 0958', '20 7946 0958']],
  ['ch', '+41 44 668 18 00', ['044 668 18 00', '+41 44 668 18 00', '+41 (0)44 668 18 00', '0041 44 668 18 00', '044/668.18.00']],
  ['de', '+49 301 23456', ['030 123456', '030/123456', '+49 30 123456', '+49 (0)30 123456', '0049-30-12 34 56', '(030) 12 34 56']],
  ['at', '+43 15123456', ['01 512 34 56', '+43 1 5123456', '+43 (0)1 512 34 56', '0043/1/5123456']],
  [
    'fr',
    '+33 6 12 34 56 78',
    ['06 12 34 56 78', '06.12.34.56.78', '0612345678', '+33 6 12 34 56 78', '+33 (0)6 12 34 56 78', '0033612345678'],
  ],
  ['be', '+32 470 12 34 56', ['0470 12 34 56', '0470/12.34.56', '+32 470 12 34 56', '+32(0)470123456']],
  ['nl', '+31 6 12345678', ['06 12345678', '06-12345678', '+31 6 12345678', '+31 (0)6 1234 5678', '0031612345678']],
  ['es', '+34 612 345 678', ['612 345 678', '612-34-56-78', '+34 612345678', '0034 612 345 678', '34612345678']],
  ['pt', '+351 912345678', ['912 345 678', '+351 912 345 678', '00351912345678']],
  ['ie', '+353 85 1234567', ['085 123 4567', '+353 85 123 4567', '+353 (0)85 1234567']],
  ['se', '+46 701 234 567', ['070-123 45 67', '0701234567', '+46 70 123 45 67', '+46 (0)70-1234567']],
  ['no', '+47 406 12 345', ['406 12 345', '40612345', '+47 406 12 345', '004740612345']],
  ['dk', '+45 32 12 34 56', ['32 12 34 56', '+4532123456', '0045 32123456']],
  ['fi', '+358 41 234 56 78', ['041 2345678', '+358 41 2345678', '+358 (0)41 234 5678']],
  ['pl', '+48 512-345-678', ['512 345 678', '+48 512345678', '0048 512-345-678', '0 512 345 678']],
  ['cz', '+420 601 123 456', ['601 123 456', '+420601123456', '00420 601 123 456']],
  ['hu', '+36 201234567', ['06 20 123 4567', '06-20-123-4567', '+36 20 123 4567', '+36 (06) 20 123 4567']],
  ['ro', '+40 712034567', ['0712 034 567', '+40 712 034 567', '0040712034567']],
  ['lt', '+370 61234567', ['8 612 34567', '0 612 34567', '+370 612 34567', '861234567']],
  ['by', '+375 (29) 491 19 11', ['8 029 491-19-11', '80294911911', '+375 29 491-19-11']],
  ['ru', '+7 (912) 345-67-89', ['8 (912) 345-67-89', '89123456789', '+7 912 345 67 89', '912 345-67-89', '79123456789']],
  ['ru', '+7 (800) 555-35-35', ['8 800 555 35 35', '800 555-35-35', '+7 800 555 35 35']],
  ['us', '+1 (201) 555-0123', ['(201) 555-0123', '201-555-0123', '201.555.0123', '1-201-555-0123', '+1 201 555 0123', '12015550123']],
  ['ca', '+1 (506) 234-5678', ['(506) 234-5678', '1 506 234 5678', '+15062345678', '011 1 506 234 5678']],
  ['mx', '+52 551 234 5678', ['55 1234 5678', '01 55 1234 5678', '044 55 1234 5678', '+52 1 55 1234 5678', '+52 55 1234 5678']],
  ['br', '+55 (11) 96123-4567', ['(11) 96123-4567', '011 96123-4567', '+55 11 96123-4567', '0055 (11) 961234567']],
  ['in', '+91 81234-56789', ['081234 56789', '81234 56789', '+91-81234-56789', '0091 8123456789']],
  ['jp', '+81 90 1234 5678', ['090-1234-5678', '+81 90-1234-5678', '０９０－１２３４－５６７８', '＋81 (0)90 1234 5678']],
  ['au', '+61 412 345 678', ['0412 345 678', '+61 412 345 678', '+61 (0)412 345 678', '0011 61 412 345 678']],
  ['ae', '+971 50 123 4567', ['050 123 4567', '+971 50 123 4567', '٠٥٠ ١٢٣ ٤٥٦٧']],
  ['il', '+972 502 345 678', ['050-234-5678', '+972 50 234 5678', '00972-50-2345678']],
  ['tr', '+90 501 234 56 78', ['0501 234 56 78', '0 (501) 234 56 78', '+90 501 234 56 78']],
  ['za', '+27 711234567', ['071 123 4567', '+27 71 123 4567', '+27 (0)71 123 4567']],
  ['sm', '+378 0549886377', ['0549 886377', '+378 0549 886377', '00378 0549 886377']],
  ['va', '+39 06 69812345', ['06 698 12345', '+39 06 698 12345']],
  ['ci', '+225 01 23 45 67 89', ['01 23 45 67 89', '+225 01 23 45 67 89']],
  ['bm', '+1441 3701234', ['370 1234', '441 370 1234', '1 441 370 1234', '+1 441 370 1234']],
];

describe('what is sent', () => {
  it.each(WRITTEN)('of the numbers of %s is %s', (iso2, sent, written) => {
    for (const text of written) {
      const start = underCountry(phoneOf(''), iso2);
      const all = {
        typed: typed(start, text),
        'typed over': typed({ ...start, text: '' }, text),
        pasted: pasted(start, text),
        filled: filled(start, text),
      };
      for (const [way, phone] of Object.entries(all)) expect(settled(phone).text, `${text}, ${way}`).toBe(sent);
      expect(phoneHint(settled(filled(start, text))), text).toBe('');
    }
  });

  it.each(WRITTEN)('is the same for a number of %s that was typed with its dial code over "+39 ": %s', (_, sent, written) => {
    for (const text of written.filter((one) => /^(?:\+|＋|00[2-9])/.test(one))) {
      expect(settled(typed(phoneOf(''), text)).text, text).toBe(sent);
      expect(settled(pasted(phoneOf(''), text)).text, text).toBe(sent);
      expect(settled(filled(phoneOf(''), text)).text, text).toBe(sent);
    }
  });

  it('is what libphonenumber reads, for an example of every country, written there and abroad', () => {
    const wrong: string[] = [];
    let read = 0;
    for (const [, iso2] of countries) {
      const example = getExampleNumber(iso2.toUpperCase() as CountryCode, examples);
      if (!example) continue;
      for (const text of [
        example.formatNational(),
        example.formatInternational(),
        example.number.replace('+', '00'),
        example.nationalNumber,
      ]) {
        const phone = settled(pasted(underCountry(phoneOf(''), iso2), text));
        read += 1;
        if (digits(phone.text) !== digits(example.number)) wrong.push(`${iso2} ${text}: ${phone.text}, not ${example.number}`);
        else if (phoneHint(phone) !== '') wrong.push(`${iso2} ${text}: ${phoneHint(phone)}`);
      }
    }
    // Argentina's mobile numbers change inside (15 becomes a 9 before the area code): sent as written, with a hint.
    expect(wrong).toEqual(['ar 011 15-2345-6789: +54 (11) 1523 456789, not +5491123456789']);
    expect(phoneHint(phoneOf('+54 (11) 1523 456789'))).toContain('10 digits');
    expect(read).toBeGreaterThan(900);
  });

  it('does not change when it is read again', () => {
    for (const [, sent] of WRITTEN) {
      expect(settled(phoneOf(sent)).text).toBe(sent);
      expect(phoneOf(sent).text).toBe(sent);
    }
  });
});

describe('the country', () => {
  it.each<[string, string]>([
    ['+44', 'gb'],
    ['+44 7911 123456', 'gb'],
    ['+44 7700 900123', 'gb'],
    ['+44 1481 256789', 'gg'],
    ['+44 1534 456789', 'je'],
    ['+44 1624 756789', 'im'],
    ['+1', 'us'],
    ['+1 212 555 0123', 'us'],
    ['+1 416 555 0123', 'ca'],
    ['+1 787 234 5678', 'pr'],
    ['+1 809 234 5678', 'do'],
    ['+1 684 733 1234', 'as'],
    ['+7', 'ru'],
    ['+7 912 345 67 89', 'ru'],
    ['+7 701 000 99 98', 'kz'],
    ['+39', 'it'],
    ['+39 06 698 12345', 'va'],
    ['+39 06 12345678', 'it'],
    ['+599', 'cw'],
    ['+599 9 518 1234', 'cw'],
    ['+599 318 1234', 'bq'],
    ['+47', 'no'],
    ['+61', 'au'],
    ['+262', 're'],
    ['+358', 'fi'],
    ['+590', 'gp'],
    ['+212', 'ma'],
  ])('of %s is %s', (text, iso2) => {
    expect(typed(phoneOf(''), text).country[1]).toBe(iso2);
    expect(filled(phoneOf(''), text).country[1]).toBe(iso2);
  });

  it('that was chosen stays among those that share its dial code, until the digits are not its own', () => {
    expect(typed(underCountry(phoneOf(''), 'gg'), '07911 123456').country[1]).toBe('gg');
    expect(typed(underCountry(phoneOf(''), 'gg'), '020 7946 0958').country[1]).toBe('gb');
    expect(typed(underCountry(phoneOf(''), 'ca'), '416').country[1]).toBe('ca');
  });

  it('takes the digits along, without the trunk prefix of the new one', () => {
    const italian = typed(phoneOf(''), '07911123456');
    expect(italian.text).toBe('+39 079 11123456');
    expect(underCountry(italian, 'gb')).toMatchObject({
      text: '+44 7911 123456',
      country: ['United Kingdom', 'gb', '44', expect.anything()],
    });
    expect(underCountry(underCountry(italian, 'gb'), 'fr').text).toBe('+33 7 91 11 23 456');
    expect(underCountry(phoneOf(''), 'gb').text).toBe('+44 ');
    expect(underCountry(typed(phoneOf(''), '+1 684 733 1234'), 'us').text).toBe('+1684 7331234');
    expect(underCountry(typed(phoneOf(''), '+999 12'), 'gb').text).toBe('+44 ');
  });

  it('that nobody has leaves the number as it was written', () => {
    expect(settled(typed(phoneOf(''), '+999 123 456'))).toMatchObject({
      text: '+999123456',
      country: ['Italy', 'it', '39', expect.anything()],
    });
  });
});

describe('a field that is being edited', () => {
  it('begins anew with a plus or 00, wherever it is put in', () => {
    const phone = typed(phoneOf(''), '333 1234567');
    expect(changed(phone, '+39 333 1234567+', 'typed').text).toBe('+');
    expect(changed(phone, '+39 3+33 1234567', 'edited').text).toBe('+');
    expect(changed(phone, '++39 333 1234567', 'edited').text).toBe('+');
    expect(changed(phone, '+39 333 +44 7911 1234561234567', 'edited').text).toBe('+44 7911 123456');
    expect(changed(phoneOf(''), '+447911123456+39 ', 'edited').text).toBe('+447911123456');
    expect(changed(changed(phoneOf(''), '+39 0', 'typed'), '+39 00', 'typed').text).toBe('+');
  });

  it('leaves caret and text alone in the middle, and when something is deleted', () => {
    const phone = typed(underCountry(phoneOf(''), 'gb'), '07911 123456');
    expect(changed(phone, '+44 791 123456', 'edited').text).toBe('+44 791 123456');
    expect(changed(phone, '+44 7911123456', 'edited').text).toBe('+44 7911123456');
    expect(settled(changed(phone, '+44 7911123456', 'edited')).text).toBe('+44 7911 123456');
    expect(changed(phone, '+4', 'edited')).toMatchObject({ text: '+4', country: phone.country });
    expect(changed(phone, '', 'edited').text).toBe('');
    expect(settled(changed(phone, '', 'edited')).text).toBe('');
  });

  it('brings back a plus or a dial code that was deleted, and never doubles it', () => {
    const phone = typed(phoneOf(''), '+44 7911 123456');
    expect(settled(changed(phone, '44 7911 123456', 'edited')).text).toBe('+44 7911 123456');
    expect(settled(changed(phone, ' 7911 123456', 'edited')).text).toBe('+44 7911 123456');
    expect(typed({ ...phone, text: '' }, '3').text).toBe('+44 3');
  });

  it('puts in what keyboards compose, and reads 00 in it once the field is left', () => {
    expect(settled(changed(phoneOf(''), '+39 00447911123456', 'edited')).text).toBe('+44 7911 123456');
    expect(settled(changed(phoneOf(''), '+39 00612', 'edited')).text).toBe('+39 006 12');
  });
});

describe('the hint', () => {
  it.each<[string, string]>([
    ['+39 ', ''],
    ['', ''],
    ['+44 7911 123456', ''],
    ['+44 7911 12345', 'Please check: 10 digits follow +44 (United Kingdom); this number has 9.'],
    ['+44 4', 'Please check: no number begins with 4 after +44 (United Kingdom).'],
    ['+39 3', 'Please check: 9 or 10 digits follow +39 (Italy); this number has 1.'],
    ['+39 02', 'Please check: 6 to 12 digits follow +39 (Italy); this number has 2.'],
    ['+34 0', 'Please check: no number begins with 0 after +34 (Spain).'],
    ['+999 1', 'Please check: no country has the dial code of +9991.'],
    ['+', ''],
  ])('for %j is %j', (text, hint) => {
    expect(phoneHint(settled(filled(phoneOf(''), text)))).toBe(hint);
  });

  it.each(['ext. 12', 'x12', 'extension 12', '#12', ';ext=12', 'int. 12', 'Durchwahl 12'])('says that %s is not sent', (extension) => {
    for (const write of [typed, pasted, filled]) {
      const phone = settled(write(underCountry(phoneOf(''), 'gb'), `020 7946 0958 ${extension}`));
      expect(phone.text).toBe('+44 20 7946 0958');
      expect(phoneHint(phone)).toBe('The number is sent without its extension, 12.');
      expect(phoneHint(settled(phone))).toContain('12');
      expect(phoneHint(typed(phone, '1'))).not.toContain('extension');
    }
  });
});

describe('zeros alone', () => {
  it('stay where they were typed, and are asked about', () => {
    for (const write of [typed, pasted, filled]) {
      const phone = settled(write(phoneOf(''), '0000000000'));
      expect(phone.text).toBe('+00000000');
      expect(phoneHint(phone)).toBe('Please check: no country has the dial code of +00000000.');
    }
  });
});

describe('a number that is sent as it was typed', () => {
  it.each(WRITTEN)('of %s is %s where it says its country, and otherwise as it was', (_, sent, written) => {
    for (const text of written) {
      // Only Australia uses 0011.
      const says = /^\(?[+＋]|^00(?!11)[1-9]/.test(text) && /^[^/\u0080-\uff0a\uff0c-\uffff]+$/.test(text);
      expect([text, internationalPhone(text)]).toEqual([text, says ? sent : text]);
    }
  });

  it.each(['+44 20 7946 0958 ext. 12', '+44 (0)20 7946', '0011 44 20 7946 0958', '0000000000', '+', ''])('is left alone: %j', (text) =>
    expect(internationalPhone(text)).toBe(text),
  );

  const anyText = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[+0(]{0,3}[0-9 ()./+-]{0,24}$/),
    fc.constantFrom(...WRITTEN.flatMap(([, , written]) => written)),
    fc.tuple(fc.constantFrom(...dialCodes), fc.stringMatching(/^(?: \(0\) )?[0-8]{0,2}\d{4,9}$/)).map((parts) => parts.join('')),
  );

  it('is the same once it was read, whatever it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(internationalPhone(internationalPhone(text))).toBe(internationalPhone(text));
      }),
    );
  });

  it('and in the field: settled twice is settled, never a plus alone', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...countries.map(([, iso2]) => iso2)), (text, iso2) => {
        for (const write of [typed, pasted, filled]) {
          const once = settled(write(underCountry(phoneOf(''), iso2), text));
          expect(settled(once).text).toBe(once.text);
          expect(once.text.trim()).not.toBe('+');
        }
      }),
    );
  });
});

function typed(phone: Phone, text: string): Phone {
  return Array.from(text).reduce((now, one) => changed(now, now.text + one, 'typed'), phone);
}

/** Pastes at the end of the field, after the dial code that is already there. */
function pasted(phone: Phone, text: string): Phone {
  return changed(phone, phone.text + text, 'whole');
}

function filled(phone: Phone, text: string): Phone {
  return changed(phone, text, 'whole');
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}
