/** Upper bounds in browser and server. Lengths are UTF-16 code units, sizes are bytes. */
export const limits = {
  line: 120,
  /** An e-mail address (RFC 5321's path limit less its brackets). */
  email: 254,
  phone: 40,
  otherRole: 120,
  message: 5000,
  applicationSubject: 2000,
  cv: 3 * 1024 * 1024,
  fileName: 200,
  /** One text of a multipart body, far above the limit of any field. */
  multipartField: 16 * 1024,
  /** A multipart body. A file over its limit is read up to here, so that the sender gets an answer in words. */
  multipartBody: 16 * 1024 * 1024,
  /** A JSON body, or a form sent without JavaScript. Three times the longest text that a form accepts, in any script. */
  jsonBody: 64 * 1024,
  /** A page's HTML after Brotli. */
  pageHtml: 20 * 1024,
  /** Attribution: an address, and each of the other texts. */
  attributionUrl: 500,
  attributionText: 120,
} as const;
