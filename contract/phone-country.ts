import { elementAt } from './checked.ts';
import { countries, type Country } from './countries.ts';

/** The country of a telephone number that begins with + or 00, by dial code and area code: ISO 3166-1 alpha-2, upper case. */
export function countryOfPhone(phone: string): string | undefined {
  const digits = /^(?:\+|00)(\d+)$/.exec(phone.replace(/[\s()\-./]/g, ''))?.[1];
  if (digits === undefined) return undefined;
  for (let length = 4; length > 0; length -= 1) {
    const sharing = byDialCode.get(digits.slice(0, length));
    if (sharing === undefined) continue;
    const rest = digits.slice(length);
    const [, iso2] = sharing.find(([, , , , , areas]) => areas?.some((area) => rest.startsWith(area))) ?? elementAt(sharing, 0);
    return iso2.toUpperCase();
  }
  return undefined;
}

/** Countries with the same dial code, by priority. */
const byDialCode = new Map<string, Country[]>();
for (const country of countries) byDialCode.set(country[2], [...(byDialCode.get(country[2]) ?? []), country]);
for (const sharing of byDialCode.values()) sharing.sort(([, , , , a = 0], [, , , , b = 0]) => a - b);
