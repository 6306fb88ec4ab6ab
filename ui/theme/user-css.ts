/** Decides what the user's own CSS may contain. */

export const mostBytes = 32 * 1024

const refused = ['url(', 'image-set(', '@import', '@font-face', 'src(', 'image('] as const

export type Refusal = { reason: 'large' } | { reason: 'escape' } | { reason: 'word'; word: string }

/**
 * Returns undefined when the CSS is allowed. Comments and escapes could hide a word, so comments are removed and
 * escapes refused.
 */
export function refusalOf(css: string): Refusal | undefined {
  if (new TextEncoder().encode(css).length > mostBytes) return { reason: 'large' }
  if (css.includes('\\')) return { reason: 'escape' }
  const plain = css.replaceAll(/\/\*[\s\S]*?(\*\/|$)/g, '').toLowerCase()
  const joined = [plain, css.toLowerCase()]
  const word = refused.find((each) => joined.some((text) => text.includes(each)))
  return word === undefined ? undefined : { reason: 'word', word }
}
