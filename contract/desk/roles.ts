/** Roles of staff. An account has one or several. With `viewer` it only reads: what its other roles may see, else no visitor's data. */
export const roles = ['sales', 'hr', 'figures', 'marketing', 'viewer', 'admin'] as const;

export type Role = (typeof roles)[number];

/** All roles except the one that makes an account read-only. */
export const workingRoles: readonly Role[] = roles.filter((role) => role !== 'viewer');

export const roleNames: Readonly<Record<Role, string>> = {
  sales: 'Sales',
  hr: 'HR',
  figures: 'Figures',
  marketing: 'Marketing',
  viewer: 'Read only',
  admin: 'Administrator',
};

/**
 * Which roles have which permission. The server enforces this table, and the pages read it. `reads`: a read-only account keeps the permission; no
 * permission to take personal data out as a file is one of these.
 */
export const permissions = {
  'leads.read': reads(['sales'], 'See leads, their answers and their history'),
  'leads.work': row(['sales'], 'Assign leads, change their state, note, answer, mark as spam and release from it'),
  'answers.write': row(['sales', 'hr', 'marketing'], 'Write ready answers'),
  'leads.export': row(['sales'], 'Take leads out as a file'),
  'messages.read': reads(['sales'], 'See messages of the contact page'),
  'messages.work': row(['sales'], 'Answer messages'),
  'overview.read': reads(['sales', 'figures', 'marketing', 'viewer', 'admin'], 'See how many leads came, and what became of them'),
  'overview.colleagues': reads(['sales', 'admin'], 'See what became of the leads of each colleague'),
  'applications.read': reads(['hr'], 'See applications'),
  'applications.work': row(['hr'], 'Decide on applications, note, rate, answer'),
  'applications.export': row(['hr'], 'Take applications out as a file'),
  'cvs.open': reads(['hr'], 'Open CVs'),
  'figures.read': reads(['figures', 'viewer'], 'See track records, drafts and papers'),
  'figures.draft': row(['figures'], 'Upload track records and papers'),
  'figures.publish': row(['figures'], 'Publish track records and papers'),
  'content.read': reads(['marketing', 'viewer', 'admin'], 'See the words of the site and of mails, their drafts and campaign pages'),
  'content.edit': row(['marketing', 'admin'], 'Change the words of the site and of mails, as drafts'),
  'content.publish': row(['marketing', 'admin'], 'Publish words of the site and of mails'),
  'settings.change': row(['admin'], 'Change the company’s settings, as drafts, and publish them'),
  'positions.read': reads(['hr', 'viewer'], 'See positions'),
  'positions.edit': row(['hr'], 'Open, edit and close positions'),
  'deliveries.read': reads(['sales', 'hr', 'admin'], 'See which mails and deliveries wait, and why'),
  'deliveries.work': row(['admin'], 'Send again what failed'),
  'crm.read': reads(['sales', 'admin'], 'See which field of a CRM gets what'),
  'crm.map': row(['admin'], 'Change which field of a CRM gets what'),
  'privacy.work': row(['admin'], 'Export and erase what is stored on somebody'),
  'people.read': reads(['admin'], 'See who has which roles'),
  'people.manage': row(['admin'], 'Invite staff, give roles, end sessions'),
  'actions.read': reads(['admin'], 'See what staff saw and did'),
  'settings.read': reads(['admin'], 'See the settings, and what they lack'),
} as const satisfies Readonly<Record<string, PermissionRow>>;

export type Permission = keyof typeof permissions;

type PermissionRow = { roles: readonly Role[]; about: string; reads: boolean };

/** What a call requires: a permission, any staff account, or nothing. */
export type Access = Permission | 'staff' | 'anyone';

/** @param given the account's roles; undefined if not signed in */
export function mayUse(given: readonly Role[] | undefined, access: Access): boolean {
  if (access === 'anyone') return true;
  if (given === undefined) return false;
  if (access === 'staff') return true;
  const { roles: holders, reads: onlyReads } = permissions[access];
  return holders.some((role) => given.includes(role)) && (onlyReads || !isReadOnly(given));
}

/** Whether an account changes nothing but itself, whatever its other roles allow. */
export function isReadOnly(given: readonly Role[]): boolean {
  return given.includes('viewer');
}

export function permissionsOf(given: readonly Role[]): Permission[] {
  return (Object.keys(permissions) as Permission[]).filter((permission) => mayUse(given, permission));
}

function row(holders: readonly Role[], about: string): PermissionRow {
  return { roles: holders, about, reads: false };
}

function reads(holders: readonly Role[], about: string): PermissionRow {
  return { roles: holders, about, reads: true };
}
