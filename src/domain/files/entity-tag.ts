/** Decides whether a client already has the file, or may resume it where it left off (RFC 9110 §13). */

/** `If-None-Match`: whether the response can be 304. */
export function hasAlready(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((each) => ['*', tag].includes(each.trim().replace(/^W\//, '')))
}

/** `If-Range`: whether a part may extend what the client has; if its file is another one, it needs the whole file. */
export const mayGoOn = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange.trim() === tag
