import { column, operator, ownedBy } from '../table.ts';

/** What the store keeps for the server itself. */
export const storeTables = ownedBy('store', {
  /** Usage counted for a key of a rate limit or a share (shares/use-counts.ts), until `expire`. */
  rate_limits: {
    of: 'visitors',
    what: 'How many requests a client made, and how much of what everybody shares (mails to new addresses, uploads, room) was used; on PostgreSQL alone, else in memory.',
    why: 'So that nobody can overload the forms: Art. 6(1)(f)',
    until: 'A day at the most',
    who: operator,
    columns: {
      key: column<string>(
        'The limit, and the client’s network address: the /64 of an IPv6 one, and the networks around it (/24, /56, /48). Of what is shared: a hash of these, or of the domain of the address in a form, under a secret of the store',
      ),
      points: column<number>('Requests'),
      /** By the database's clock. */
      expire: column<number | null>('When it is forgotten'),
    },
  },
  secrets: {
    what: 'What the server made for itself: a key for tokens, the id of the store.',
    why: 'To sign and to tell stores apart',
    until: 'Never by itself',
    who: operator,
    columns: {
      name: column<string>('What for'),
      value: column<string>('The secret'),
      created_at: column<number>('When it was made'),
    },
  },
  probes: {
    what: 'One row, written again and again.',
    why: 'To see whether the store takes a write',
    until: 'Written over',
    who: operator,
    columns: { name: column<string>('Which probe'), at: column<number>('When') },
  },
});
