/** Chooses the name under which a contact is shown, and the path of the picture. */

export interface NameParts {
  first: string | null
  last: string | null
  nickname: string | null
  organization: string | null
}

/** Returns undefined for a card without any name. */
export function contactName(parts: NameParts): string | undefined {
  const [first, last, nickname, organization] = [parts.first, parts.last, parts.nickname, parts.organization].map(tidy)
  return fullName(first, last) ?? nickname ?? organization
}

const eastAsian = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u

function fullName(first: string | undefined, last: string | undefined): string | undefined {
  if (first === undefined || last === undefined) return first ?? last
  return eastAsian.test(first + last) ? last + first : `${first} ${last}`
}

function tidy(part: string | null): string | undefined {
  const text = part?.replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}

/** Builds the path at which the picture of a contact is served. */
export const contactAvatarPath = (handle: string): string => `/api/v1/contacts/${encodeURIComponent(handle)}/avatar`
