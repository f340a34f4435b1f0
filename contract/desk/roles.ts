/** Roles of staff. An account has one or several. */
export const roles = ['sales', 'hr', 'figures', 'marketing', 'admin'] as const;

export type Role = (typeof roles)[number];

export const roleNames: Readonly<Record<Role, string>> = {
  sales: 'Sales',
  hr: 'HR',
  figures: 'Figures',
  marketing: 'Marketing',
  admin: 'Administrator',
};

/** Which roles have which permission. The server enforces this table, and the pages read it. */
export const permissions = {
  'leads.read': row(['sales'], 'See leads, their answers and their history'),
  'leads.work': row(['sales'], 'Assign leads, change their state, note, answer, mark as spam and release from it'),
  'leads.export': row(['sales'], 'Take leads out as a file'),
  'messages.read': row(['sales'], 'See messages of the contact page'),
  'messages.work': row(['sales'], 'Answer messages'),
  'overview.read': row(['sales', 'figures', 'marketing', 'admin'], 'See how many leads came, and what became of them'),
  'overview.colleagues': row(['sales', 'admin'], 'See what became of the leads of each colleague'),
  'applications.read': row(['hr'], 'See applications'),
  'applications.work': row(['hr'], 'Decide on applications, note, rate, answer'),
  'applications.export': row(['hr'], 'Take applications out as a file'),
  'cvs.open': row(['hr'], 'Open CVs'),
  'figures.read': row(['figures'], 'See track records, drafts and papers'),
  'figures.draft': row(['figures'], 'Upload track records and papers'),
  'figures.publish': row(['figures'], 'Publish track records and papers'),
  'content.edit': row(['marketing', 'admin'], 'Change the words of the site and of mails, as drafts'),
  'content.publish': row(['marketing', 'admin'], 'Publish words of the site and of mails'),
  'settings.change': row(['admin'], 'Change the company’s settings, as drafts, and publish them'),
  'positions.edit': row(['hr'], 'Open, edit and close positions'),
  'deliveries.read': row(['sales', 'hr', 'admin'], 'See which mails and deliveries wait, and why'),
  'deliveries.work': row(['admin'], 'Send again what failed'),
  'crm.read': row(['sales', 'admin'], 'See which field of a CRM gets what'),
  'crm.map': row(['admin'], 'Change which field of a CRM gets what'),
  'privacy.work': row(['admin'], 'Export and erase what is stored on somebody'),
  'people.manage': row(['admin'], 'Invite staff, give roles, end sessions'),
  'actions.read': row(['admin'], 'See what staff saw and did'),
  'settings.read': row(['admin'], 'See the settings, and what they lack'),
} as const satisfies Readonly<Record<string, PermissionRow>>;

export type Permission = keyof typeof permissions;

type PermissionRow = { roles: readonly Role[]; about: string };

/** What a call requires: a permission, any staff account, or nothing. */
export type Access = Permission | 'staff' | 'anyone';

/** @param given the account's roles; undefined if not signed in */
export function mayUse(given: readonly Role[] | undefined, access: Access): boolean {
  if (access === 'anyone') return true;
  if (given === undefined) return false;
  return access === 'staff' || permissions[access].roles.some((role) => given.includes(role));
}

export function permissionsOf(given: readonly Role[]): Permission[] {
  return (Object.keys(permissions) as Permission[]).filter((permission) => mayUse(given, permission));
}

function row(roles: readonly Role[], about: string): PermissionRow {
  return { roles, about };
}
