export type StaffTables = {
  staff_accounts: StaffAccountRow;
  staff_passkeys: StaffPasskeyRow;
  staff_sessions: StaffSessionRow;
  staff_sign_ins: StaffSignInRow;
  staff_actions: StaffActionRow;
  staff_action_removals: StaffActionRemovalRow;
};

/** Somebody of the staff who may sign in to the desk. */
export type StaffAccountRow = {
  id: string;
  name: string;
  /** Work address, as it was typed. */
  address: string;
  /** By which it is found: mail/address.ts, exactKey. */
  address_key: string;
  /** JSON: roles of contract/desk/roles.ts. */
  roles: string;
  /** `invited`: never signed in. */
  state: 'invited' | 'active' | 'revoked';
  created_at: number;
  seen_at: number | null;
  /** Issuer and id by which the company's provider names whoever signed in with it: sign-in/provider.ts, ProviderIdentity. */
  provider_subject: string | null;
};

export type SignInWay = 'first' | 'invitation' | 'link' | 'passkey' | 'provider';

/** One row a sign-in; of the token that the browser has, the hash. */
export type StaffSessionRow = {
  id: string;
  token_hash: string;
  account_id: string;
  way: SignInWay;
  device: string;
  signed_in_at: number;
  seen_at: number;
  /** When it ends whatever is done. */
  ends_at: number;
  /** When it was ended. */
  ended_at: number | null;
};

/** A sign-in that was begun: a link to a work address, the link of a first start, the challenge of a passkey, a visit to the provider. */
export type StaffSignInRow = {
  id: string;
  kind: 'first' | 'invitation' | 'link' | 'passkey' | 'new passkey' | 'new address' | 'provider';
  /** Of the token in the link; null until its mail is written, and where there is no link. */
  token_hash: string | null;
  /** Of the token that the browser has which began it; null where any may finish it. */
  browser_hash: string | null;
  /** Null where the address is nobody's, or the account not known yet. */
  account_id: string | null;
  /** The challenge, or what the provider's answer is checked by, or the new address. */
  challenge: string | null;
  /** Of a link: `session` where a session of the account asked for it, else a keyed hash of the asking client's network. */
  asked_by: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
};

export type StaffPasskeyRow = {
  /** The credential's own, base64url. */
  id: string;
  account_id: string;
  /** COSE, base64url. */
  public_key: string;
  counter: number;
  /** JSON: how browsers reach it. */
  transports: string;
  /** As its owner calls it. */
  name: string;
  created_at: number;
  used_at: number | null;
};

/** Only ever inserted: what somebody of the staff saw or did. Ids alone, nothing of a visitor. */
export type StaffActionRow = {
  id: string;
  at: number;
  account_id: string;
  action: string;
  /** Of what kind it was done to, `lead` for one; null where it was to nothing alone. */
  subject: string | null;
  subject_id: string | null;
  /** JSON: numbers and names of ours. */
  detail: string;
};

/** Only ever inserted: that retention removed what staff did before a time. */
export type StaffActionRemovalRow = {
  id: string;
  at: number;
  before: number;
};
