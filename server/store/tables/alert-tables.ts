import { column, operator, ownedBy } from '../table.ts';

/** What needs somebody's attention, and what was told of it. */
export const alertTables = ownedBy('alerts', {
  /** Alerts that were sent, so that each is sent once. */
  alerts: {
    what: 'What somebody was told of that went wrong.',
    why: 'To tell it once',
    until: 'Never by itself: one row a cause',
    who: operator,
    columns: {
      cause: column<string>('What went wrong: names of jobs and of errors'),
      opened_at: column<number>('Since when'),
      told_at: column<number>('When it was told last'),
      told_count: column<number>('How many jobs it concerned then'),
      closed_at: column<number | null>('When it was over'),
    },
  },
  /** Conditions that a server found to need attention, such as a nearly full disk. Any server of the store sends the alert. */
  alert_signals: {
    what: 'What a server found to need somebody: forms refused, a disk that fills, a backup that is old.',
    why: 'So that whichever server looks next tells it',
    until: 'Once it is over',
    who: operator,
    columns: {
      kind: column<SignalKind>('What was found'),
      subject: column<string>('Of which form, or on which server'),
      reason: column<string>('Why, in words of ours'),
      count: column<number>('How many times'),
      since: column<number>('Since when'),
      /** Unless it is reported again. */
      until: column<number>('When it counts as over'),
    },
  },
});

export type SignalKind = 'forms refused' | 'share used up' | 'disk low' | 'backup old' | 'backup failed' | 'row unreadable';
