/** Whether a caller has the file already, or goes on with it where it left off (RFC 9110 §13). */

/** `If-None-Match`: the answer can be 304. */
export function hasAlready(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((each) => ['*', tag].includes(each.trim().replace(/^W\//, '')))
}

/** `If-Range`: a part may be added to what the caller has; of another file only the whole is of use. */
export const mayGoOn = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange.trim() === tag
