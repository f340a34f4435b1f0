/** Upper bounds that both sides obey. Lengths count UTF-16 code units, sizes are bytes. */
export const limits = {
  /** A name, a surname, a company. */
  line: 120,
  /** An e-mail address (RFC 5321's path limit less its brackets). */
  email: 254,
  phone: 40,
  otherRole: 120,
  /** The request text of the generic form. */
  message: 5000,
  /** A JSON body. */
  jsonBody: 64 * 1024,
  /** Attribution: an address, and each of the other texts. */
  attributionUrl: 500,
  attributionText: 120,
} as const;
