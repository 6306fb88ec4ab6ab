/** Finds the web links in a text: what each says, where it stands, and where it leads. */

export interface WebLink {
  /** The address as it is written. */
  text: string
  /** The offset in the text, in UTF-16 code units. */
  index: number
  href: string
}

/**
 * Characters that separate words or change the writing direction: an address that contains more than it shows is not a
 * link.
 */
const separators = '\\s<>"“”«»\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff\\ufffc'
const address = new RegExp(`(?:https?:\\/\\/|www\\.)[^${separators}]+`, 'giu')
/** Characters before an address that make it part of a longer word. */
const within = /[\p{L}\p{N}_@./:-]$/u
/** Punctuation at the end of an address belongs to the sentence. */
const trailing = /[.,;:!?'’”"»…*_~¿¡、。，！？；：]+$/u
const brackets: ReadonlyArray<readonly [string, string]> = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['（', '）'],
  ['「', '」'],
  ['『', '』'],
  ['【', '】'],
]

export function webLinksIn(text: string): WebLink[] {
  const links: WebLink[] = []
  for (const { 0: found, index } of text.matchAll(address)) {
    const shown = withoutTrailing(found)
    const href = within.test(text.slice(0, index)) ? undefined : hrefOf(shown)
    if (href !== undefined) links.push({ text: shown, index, href })
  }
  return links
}

function withoutTrailing(found: string): string {
  for (let shown = found; ; ) {
    const shorter = withoutBracket(shown.replace(trailing, ''))
    if (shorter === shown) return shown
    shown = shorter
  }
}

/** A closing bracket is part of the address only if the address also opens it. */
function withoutBracket(shown: string): string {
  const pair = brackets.find(([, close]) => shown.endsWith(close))
  if (pair === undefined) return shown
  const [open, close] = pair
  return shown.split(close).length > shown.split(open).length ? shown.slice(0, -1) : shown
}

/**
 * Links only to web addresses with a host and without a user name and password, which would make another host look
 * familiar.
 */
function hrefOf(shown: string): string | undefined {
  const written = /^https?:/i.test(shown) ? shown : `https://${shown}`
  if (!URL.canParse(written)) return undefined
  const url = new URL(written)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  return /^localhost$|\.|:/.test(url.hostname) && !url.hostname.endsWith('.') ? url.href : undefined
}
