/** Finds links in what people wrote. They lead only to the web, and sites are not told where the reader came from. */
import { type Html, html } from '../domain/html.ts'

/** Splits a text so that every second piece is a link. */
export const webAddress = /(https?:\/\/[^\s<>"\u201c\u201d]*[^\s<>"\u201c\u201d.,;:!?')\]}])/

export function linked(text: string): Html[] {
  return text.split(webAddress).map((piece, index) => {
    const safe = index % 2 === 1 ? safeAddress(piece) : undefined
    return safe === undefined ? html`${piece}` : html`<a href="${safe}" rel="noreferrer noopener">${piece}</a>`
  })
}

export function safeAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
