/** The frame of every HTML page: head, stylesheet and icon. Nothing is inline, as the page's policy requires. */
import { names } from '../../contract/names.ts'
import { type Html, html } from '../../domain/html.ts'

export interface Page {
  /** Defaults to English. */
  language?: string
  title: string
  /** Browsers read it, and it is shown where the address is shared. */
  description?: string
  stylesheet: string
  script?: string
  body: Html
}

const about = 'The messages of this Mac: history, search, sending and plugins.'

/** A speech bubble. */
const icon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Cpath fill=%22%230a66d6%22 d=%22M8 1.5c4 0 7 2.5 7 6s-3 6-7 6c-.8 0-1.6-.1-2.3-.3L2.5 15l.8-2.9C1.9 11 1 9.4 1 7.500 1 4 4 1.5 8 1.5z%22/%3E%3C/svg%3E'

export const documentOf = ({ language = 'en', title, description = about, stylesheet, script, body }: Page): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title} · ${names.product}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${stylesheet}">
${script !== undefined && html`<script type="module" src="${script}"></script>`}
</head>
${body}
</html>
`.html
