/** Chooses what to do about an error of a delivery, by the words in which plugins and Node report errors. */

export type Advice = (typeof table)[number][1]

/** The first row that fits counts. */
const table = [
  [/answered 3\d\d/, 'moved'],
  [/answered (401|403|407)\b|\btoken\b|credentials|authenticat|not authori[sz]ed/i, 'access'],
  [/answered (404|405|410)\b/, 'address'],
  [/answered 429\b/, 'busy'],
  [/answered (400|413|415|422)\b/, 'content'],
  [/answered 5\d\d/, 'receiver'],
  [/ENOTFOUND|EAI_AGAIN|getaddrinfo/, 'name'],
  [/certificate|self.signed|CERT_|wrong version number|\bSSL\b|\bTLS\b/i, 'certificate'],
  [/EACCES|EPERM|not allowed|not permitted|may not reach/i, 'blocked'],
  [/ECONNREFUSED|connection refused/i, 'refused'],
  [/did not answer|ETIMEDOUT|timed? ?out/i, 'slow'],
  [/EHOSTUNREACH|ENETUNREACH|ENETDOWN|cannot be reached/, 'network'],
] as const

export const adviceFor = (error: string): Advice | undefined => table.find(([words]) => words.test(error))?.[1]
