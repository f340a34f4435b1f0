import type { ReactNode, SubmitEvent } from 'react';
import type { Role } from '../../../contract/desk/roles.ts';
import type { CallFault } from '../../data/call-server.ts';
import { FieldList, SendFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { RoleChoice } from './role-choice.tsx';

type FormProps = {
  name: string;
  onName: (name: string) => void;
  roles: readonly Role[];
  onRoles: (roles: Role[]) => void;
  faults: Readonly<Record<string, string>>;
  /** A fault that belongs to no field. */
  fault: CallFault | null;
  failure: string;
  /** The fields for the address, between the name and the roles, or before both. */
  children: ReactNode;
  addressFirst?: boolean;
  action: string;
  isPending: boolean;
  onSend: (form: HTMLFormElement) => void;
  onClose: () => void;
};

/** Name and roles of a colleague, for an invitation or a change. */
export function PersonForm(props: FormProps) {
  const { name, faults, children, addressFirst = false, action, isPending, onClose } = props;
  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        props.onSend(event.currentTarget);
      }}
    >
      <FaultAlert fault={props.fault} title={props.failure} />
      <FieldList>
        {addressFirst && children}
        <TextField
          label="Name"
          name="name"
          data-autofocus={addressFirst ? undefined : ''}
          autoComplete="off"
          value={name}
          onChange={(event) => props.onName(event.target.value)}
          fault={faults['name']}
        />
        {!addressFirst && children}
        <RoleChoice chosen={props.roles} onChange={props.onRoles} fault={faults['roles']} />
      </FieldList>
      <SendFoot sticky busy={isPending} onCancel={onClose}>
        {action}
      </SendFoot>
    </form>
  );
}
