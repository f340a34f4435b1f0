/** A Lead of the DOUBLE of Salesforce. */
export type Lead = { id: string; fields: Record<string, unknown>; convertedTo?: string };

export type Fault = { code: string; message: string; fields?: readonly string[] };

/** Fields of every account with their lengths in characters (Object Reference, Lead), and two custom fields. */
const texts: Readonly<Record<string, number>> = {
  FirstName: 40,
  LastName: 80,
  Company: 255,
  Title: 128,
  Phone: 40,
  Email: 80,
  City: 40,
  LeadSource: 255,
  Status: 255,
  Description: 32_000,
  Request__c: 60,
};
const flags: readonly string[] = ['HasOptedOutOfEmail', 'Marketing_Consent__c'];
const statuses: readonly unknown[] = ['Open - Not Contacted', 'Working - Contacted', 'Closed - Not Converted'];
const required: readonly string[] = ['LastName', 'Company'];

/** Faults that make a body unreadable: unknown fields and wrong types. */
export function fieldFaults(fields: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(fields).flatMap(([name, value]): Fault[] => {
    if (Object.hasOwn(texts, name)) return typeof value === 'string' || value === null ? [] : [parserError('string', value)];
    if (flags.includes(name)) return typeof value === 'boolean' || value === null ? [] : [parserError('boolean', value)];
    return [{ code: 'INVALID_FIELD', message: `No such column '${name}' on sobject of type Lead` }];
  });
}

function parserError(type: string, value: unknown): Fault {
  return { code: 'JSON_PARSER_ERROR', message: `Cannot deserialize instance of ${type} from VALUE ${String(value)}` };
}

/** Faults of a Lead whose body can be read. */
export function leadFaults(fields: Readonly<Record<string, unknown>>, isNew: boolean): Fault[] {
  const missing = required.filter((name) =>
    isNew ? (fields[name] ?? '') === '' : Object.hasOwn(fields, name) && (fields[name] ?? '') === '',
  );
  if (missing.length > 0)
    return [{ code: 'REQUIRED_FIELD_MISSING', message: `Required fields are missing: [${missing.join(', ')}]`, fields: missing }];
  const long = Object.entries(fields).filter(([name, value]) => typeof value === 'string' && value.length > (texts[name] ?? 0));
  const faults = long.map(([name, value]): Fault => {
    return {
      code: 'STRING_TOO_LONG',
      message: `${name}: data value too large: ${String(value)} (max length=${texts[name]})`,
      fields: [name],
    };
  });
  const { Email: email, Status: status } = fields;
  if (typeof email === 'string' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email))
    faults.push({ code: 'INVALID_EMAIL_ADDRESS', message: `Email: invalid email address: ${email}`, fields: ['Email'] });
  if (status !== undefined && !statuses.includes(status))
    faults.push({
      code: 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
      message: `Status: bad value for restricted picklist field: ${JSON.stringify(status)}`,
      fields: ['Status'],
    });
  return faults;
}

export function isBody(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
