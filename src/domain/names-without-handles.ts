/** Cleans names of people, groups and files for plugins, so that none contains a phone number or an e-mail address. */

export interface Named {
  sender: string
  groupName: string | null
  /** The handle of the sender or the recipient. */
  handle: string
}

const longestName = 255

/** `personId` is opaque: it distinguishes strangers for whom the contacts have no name. */
export function senderName({ sender, handle }: Pick<Named, 'sender' | 'handle'>, personId: string): string {
  const stranger = `Unknown sender ${personId.slice(0, 4).toUpperCase()}`
  if (sender.trim() === '' || sameWriting(sender, handle)) return stranger
  const name = withoutHandles(withoutHandle(sender, handle))
  return saysSomething(name) ? clip(name, longestName) : stranger
}

export function groupName({ groupName: name, handle }: Pick<Named, 'groupName' | 'handle'>): string | null {
  if (name === null) return null
  const bare = withoutHandles(withoutHandle(name, handle))
  return saysSomething(bare) ? clip(bare, longestName) : null
}

/** File names keep their numbers (dates, counters) unless they are unmistakably a handle. */
export const fileName = (name: string, handle: string): string =>
  clip(withoutHandle(baseName(name), handle).replace(international, hidden).replace(email, hidden), longestName)

/** Never cuts between the two code units of one character. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

const hidden = '•••'
const email = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/g
const international = /\+\d[\d\s().-]{5,}\d/g
const number = /\+?\(?\d[\d\s()./-]{4,}\d/g

const withoutHandles = (name: string): string => name.replace(email, hidden).replace(number, hidden)

/** A handle that consists only of letters ("AMAZON") may well be part of a name that anybody may see. */
function withoutHandle(name: string, handle: string): string {
  const digits = handle.replace(/\D/g, '')
  const bare = handle.includes('@') ? name.replaceAll(handle, hidden) : name
  return digits.length < 5 ? bare : bare.replaceAll(handle, hidden).replaceAll(digits, hidden)
}

const sameWriting = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

const saysSomething = (name: string): boolean => /[\p{L}\p{Extended_Pictographic}]/u.test(name.replaceAll(hidden, ''))

const baseName = (name: string): string => name.split(/[/\\]/).at(-1) ?? ''
