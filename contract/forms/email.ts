/**
 * The pattern of HTML's e-mail input, with at least one dot in the domain and letters of any script there, with their marks (the vowel signs of Indic
 * and Thai script). No encoded word (RFC 2047): a mail program would show another address, so that none can be sent (server/kernel/address.ts).
 */
export const EMAIL =
  /^(?!.*=\?)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u;
