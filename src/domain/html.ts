/** Builds HTML from templates: every inserted value is escaped, unless it came from a template itself. */
import { escapeMarkup } from '../base/markup.ts'

export interface Html {
  readonly html: string
}

export type Part = string | number | Html | readonly Part[] | undefined | false

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: strings.map((string, index) => string + written(parts[index])).join(''),
})

function written(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeMarkup(String(part))
  if ('html' in part) return part.html
  return part.map(written).join('')
}
