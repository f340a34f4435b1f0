import type { ComponentType } from 'react';
import type { Access } from '../../contract/desk/roles.ts';
import type { DeskIconName } from '../parts/desk-icon.tsx';

/** In the order of the navigation: what is worked, what the site shows, and what keeps both running. */
export const viewGroups = ['work', 'site', 'house'] as const;

export type View = {
  /** `:id` stands for one part of an address. */
  path: string;
  title: string;
  /** Whoever lacks it is not shown the way here. */
  needs: Access;
  Component: ComponentType<{ id: string }>;
  /** Of a view that is gone to from anywhere; without it the view is reached from another. */
  icon?: DeskIconName;
  /** Where it stands in the navigation; without it in the menu of the account. */
  group?: (typeof viewGroups)[number];
  /** The second key after `g`. */
  key?: string;
  /** Fetches what it shows. */
  prepare?: () => void;
};

export type ViewAt = { view: View; id: string };
