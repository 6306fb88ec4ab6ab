/** Styles that a person has typed for this browser alone: what may be in them. */

export const mostBytes = 32 * 1024

const refused = ['url(', 'image-set(', '@import', '@font-face', 'src(', 'image('] as const

export type Refusal = { reason: 'large' } | { reason: 'escape' } | { reason: 'word'; word: string }

/** Undefined when it may be used. Comments and escapes could hide a word, so that the former are cut and the latter refused. */
export function refusalOf(css: string): Refusal | undefined {
  if (new TextEncoder().encode(css).length > mostBytes) return { reason: 'large' }
  if (css.includes('\\')) return { reason: 'escape' }
  const plain = css.replaceAll(/\/\*[\s\S]*?(\*\/|$)/g, '').toLowerCase()
  const joined = [plain, css.toLowerCase()]
  const word = refused.find((each) => joined.some((text) => text.includes(each)))
  return word === undefined ? undefined : { reason: 'word', word }
}
