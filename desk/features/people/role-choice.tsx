import { isReadOnly, permissions, permissionsOf, roleNames, roles, type Role } from '../../../contract/desk/roles.ts';
import { ChoiceList } from '../../parts/choice-list.tsx';

const items = roles.map((role) => ({ value: role, label: roleNames[role], about: whatItMay(role) }));

type RoleChoiceProps = { chosen: readonly Role[]; onChange: (chosen: Role[]) => void; fault?: string | undefined };

/** The rights of each role are read from the same table that the server enforces. */
export function RoleChoice({ chosen, onChange, fault }: RoleChoiceProps) {
  return (
    <ChoiceList
      legend="Roles"
      items={items}
      chosen={chosen}
      onChange={(values) => onChange(roles.filter((role) => values.includes(role)))}
      fault={fault}
    />
  );
}

function whatItMay(role: Role): string {
  const may = permissionsOf([role]).map((permission) => `${permissions[permission].about}.`);
  return [...may, ...(isReadOnly([role]) ? ['Of every other role that is given with it: to see, and to change nothing.'] : [])].join(' ');
}
