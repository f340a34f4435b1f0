import type { FormType } from '../../contract/callers.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { contactForms, INDEPENDENT_INVESTOR, OTHER_ROLE } from '../../contract/forms/contact.ts';
import { placeholders } from '../../contract/placeholders.ts';
import { FormFields } from './form-fields.tsx';
import { PhoneInput } from './phone-input.tsx';

const SPECIFIED = ['Name', 'Surname', 'Email', 'Phone', 'Role', 'Other role', 'Net worth', 'Company', 'Your request'];

describe('FormFields', () => {
  it.each<[FormType, string, string[]]>([
    ['bookademo', '', ['Name*', 'Surname*', 'Email*', 'Phone*', 'Role*', 'Company*']],
    ['bookademo', OTHER_ROLE, ['Name*', 'Surname*', 'Email*', 'Phone*', 'Role*', 'Other role', 'Company*']],
    ['bookademo', INDEPENDENT_INVESTOR, ['Name*', 'Surname*', 'Email*', 'Phone*', 'Role*', 'Net worth*', 'Company']],
    ['insights_cu', '', ['Name*', 'Surname*', 'Email*', 'Phone', 'Role*', 'Company*']],
    ['generic', '', ['Name*', 'Surname*', 'Email*', 'Phone*', 'Company', 'Your request*']],
    ['portfolios_cu', INDEPENDENT_INVESTOR, ['Name*', 'Surname*', 'Email*', 'Phone', 'Role', 'Company']],
    ['default', INDEPENDENT_INVESTOR, ['Name*', 'Surname*', 'Email*', 'Phone', 'Role', 'Net worth', 'Company', 'Your request']],
  ])('shows %s with the role %j as declared, in order, with its required marks', (type, role, labels) => {
    const html = render(type, { role });
    const shown = [...html.matchAll(/<label[^>]*>(.*?)<\/label>/g)].map(([, inner]) => inner!.replace(/<[^>]+>/g, ''));
    expect(shown.filter((label) => SPECIFIED.includes(label.replace('*', '')))).toEqual(labels);
    expect(html.match(/aria-required="true"/g)).toHaveLength(shown.filter((label) => label.endsWith('*')).length);
  });

  it('ties each message to its field, and says how to mend what the message does not', () => {
    const html = render('portfolios_cu', { email: 'ada@' }, { email: 'Invalid email address' });
    const email = tagOf(html, 'f-email');
    expect(email).toContain('aria-invalid="true"');
    expect(email).toContain('aria-describedby="f-email-error f-email-mend"');
    expect(html).toMatch(/<p id="f-email-error" class="[^"]*">Invalid email address<\/p>/);
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
  });

  it('gives each field its keyboard and its autocomplete token', () => {
    const html = render('bookademo', {});
    const tokens = { name: 'given-name', surname: 'family-name', email: 'email', phone: 'tel', company: 'organization' };
    for (const [name, token] of Object.entries(tokens)) expect(tagOf(html, `f-${name}`)).toContain(`autoComplete="${token}"`);
    expect(tagOf(html, 'f-email')).toMatch(/type="email" inputMode="email"/);
    expect(tagOf(html, 'f-phone')).toContain('type="tel"');
  });

  it('offers 244 countries, Italy first and chosen, under a flag of our own', () => {
    const html = render('generic', {});
    const options = [...html.matchAll(/<option value="([a-z]{2})"([^>]*)>/g)];
    expect(options).toHaveLength(244);
    expect(options[0]?.[1]).toBe('it');
    expect(options.filter(([, , rest]) => rest!.includes('selected')).map(([, iso2]) => iso2)).toEqual(['it']);
    // The address of the flags is a setting; no other image comes from another origin.
    expect(html).toContain(`src="${placeholders.flags}/it.svg"`);
    expect(html.replaceAll(`src="${placeholders.flags}/`, '')).not.toMatch(/\ssrc="https?:/);
  });

  it('carries no inline style, which the security policy would block', () => {
    for (const type of Object.keys(contactForms) as FormType[]) expect(render(type, { role: OTHER_ROLE })).not.toContain('style=');
  });
});

function render(type: FormType, answers: Record<string, string>, errors: Record<string, string> = {}): string {
  return renderToStaticMarkup(<FormFields form={contactForms[type]} answers={answers} errors={errors} prefix="f" phone={PhoneInput} />);
}

function tagOf(html: string, id: string): string {
  return new RegExp(`<[a-z]+ id="${id}"[^>]*>`).exec(html)?.[0] ?? '';
}
