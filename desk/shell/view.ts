import type { ComponentType, LazyExoticComponent } from 'react';
import type * as v from 'valibot';
import type { Call } from '../../contract/calls/desk/call.ts';
import type { Access } from '../../contract/desk/roles.ts';
import type { DeskIconName } from '../parts/desk-icon.tsx';

/** The groups of the navigation: daily work, content of the site, administration. */
export const viewGroups = ['work', 'site', 'house'] as const;

export type View = {
  /** `:id` stands for one segment of the path. */
  path: string;
  title: string;
  /** The right needed; users without it do not see the view. */
  needs: Access;
  Component: ComponentType<{ id: string }> | LazyExoticComponent<ComponentType<{ id: string }>>;
  /** The icon of a view in the navigation; undefined: the view is reached from another view. */
  icon?: DeskIconName;
  /** The group in the navigation; undefined: in the account menu. */
  group?: (typeof viewGroups)[number];
  /** The second key after `g`. */
  key?: string;
  /** The call that is made early, when somebody is likely to open the view. */
  reads?: Call<v.GenericSchema<object>>;
};

export type ViewAt = { view: View; id: string };
