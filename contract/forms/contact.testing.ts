import fc from 'fast-check';
import { countries } from '../countries.ts';
import { contactForms, INDEPENDENT_INVESTOR, OTHER_ROLE } from './contact.ts';
import { fieldNamed, type Field, type Form } from './form.ts';
import { valuesOf } from './sound-answers.testing.ts';

/** The fields of the specification. A test that lists them all allows further fields. */
export const specifiedFields: readonly string[] = [
  'name',
  'surname',
  'email',
  'phone',
  'role',
  'otherRole',
  'netWorth',
  'company',
  'message',
];

export const everyForm: fc.Arbitrary<Form> = fc.constantFrom(...Object.values(contactForms));

export function formAndInput(): fc.Arbitrary<[Form, Record<string, unknown>]> {
  return everyForm.chain((form) =>
    fc.tuple(
      fc.constant(form),
      fc.record(
        Object.fromEntries(
          Object.keys(form.catalogue).map((name) => [
            name,
            fc.oneof(
              { weight: 4, arbitrary: sound(form, name) },
              { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
              { weight: 1, arbitrary: fc.jsonValue() },
            ),
          ]),
        ),
        { requiredKeys: [] },
      ),
    ),
  );
}

export function answersTo(): fc.Arbitrary<[Form, Record<string, string>]> {
  return everyForm.chain((form) => {
    const required = Object.keys(form.catalogue).filter((name) => needed(form, name));
    return fc.tuple(
      fc.constant(form),
      fc.record(Object.fromEntries(Object.keys(form.catalogue).map((name) => [name, sound(form, name)])), {
        requiredKeys: required,
      }) as fc.Arbitrary<Record<string, string>>,
    );
  });
}

function needed(form: Form, name: string): boolean {
  const use = form.fields.find((one) => one.field === name);
  return use !== undefined && use.required !== false;
}

function sound(form: Form, name: string): fc.Arbitrary<string> {
  const field = fieldNamed(form, name);
  const known = soundValues.get(field) ?? makeSound(field);
  soundValues.set(field, known);
  return known;
}

const soundValues = new Map<Field, fc.Arbitrary<string>>();

function makeSound(field: Field): fc.Arbitrary<string> {
  const { name } = field;
  if (field.kind === 'select') {
    const values = (field.options ?? []).map((option) => option.value);
    return name === 'role' ? fc.constantFrom(...values, OTHER_ROLE, INDEPENDENT_INVESTOR) : fc.constantFrom(...values);
  }
  if (field.kind === 'email')
    return fc.emailAddress().filter((address) => address.length <= 254 && /\.[a-z0-9]{2,}$/i.test(address) && !address.includes('=?'));
  if (field.kind === 'tel') return phone;
  if (name === 'name' || name === 'surname') return personName;
  return valuesOf(field) ?? anyText;
}

const anyText = fc
  .tuple(
    fc.constantFrom('', ' ', '\n'),
    fc.constantFrom('Été & Söhne', 'a', '株式会社', '<b>x</b>', "'; drop table leads; --", '=1+1'),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  .map((parts) => parts.join(''));

const phone = fc
  .tuple(fc.constantFrom(...countries), fc.stringMatching(/^[0-9]{6,12}$/), fc.constantFrom(' ', ' (0) ', '-', '.', '/'))
  .map(([country, digits, gap]) => `+${country[2]}${gap}${digits}`);

const personName = fc
  .array(fc.constantFrom('Ada', "O'Neill", 'D’Angelo', 'Jean-Luc', 'Étienne', 'Łukasz', '李', 'Παύλος', 'Zoe\u0308', 'محمد'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((words) => ` ${words.join(' ')} `);
