/** Writes the whole export as one self-contained page: it loads nothing and runs nothing. */
import { createHash } from 'node:crypto'
import type { Conversation } from '../../contract/conversation.ts'
import { names } from '../../contract/names.ts'
import { type Html, html } from '../../domain/html.ts'
import type { Job } from '../job.ts'
import { style } from './style.ts'
import { thread } from './thread.ts'

export async function* asHtml(job: Job): AsyncGenerator<string> {
  const { conversations, moments } = job
  const isAlone = conversations.length === 1
  yield head(titleOf(conversations)).html
  yield isAlone ? '<body>\n<main>\n' : html`<body class="with-side">\n${side(job)}<main id="all">\n`.html
  for (const [index, conversation] of conversations.entries()) yield* thread(conversation, index, job)
  const made = moments.whole(new Date(job.nowMs).toISOString())
  yield html`<footer><small>Exported on ${made} by ${names.product}. Times: ${moments.zone}.</small></footer>
</main>
</body>
</html>
`.html
}

const titleOf = ([first, ...others]: readonly Conversation[]): string =>
  others.length > 0 ? `${others.length + 1} conversations` : (first?.display_name ?? 'No conversation')

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  'media-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const head = (title: string): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${{ html: style }}</style>
</head>
`

const side = ({ conversations, moments }: Job): Html => html`<nav>
<h1>Messages</h1>
<p><small>${conversations.length} conversations · <a href="#all">all in one page</a></small></p>
<ol>
${conversations.map(
  ({ display_name, guid, last_message_ts }, index) =>
    html`<li><a href="#c${index}"><span class="face hue${hueOf(guid)}">${initials(display_name)}</span><span><b>${display_name}</b><small>${moments.day(last_message_ts)}</small></span></a></li>\n`,
)}</ol>
</nav>
`

const hues = 6
const hueOf = (guid: string): number => [...guid].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % hues

function initials(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /^\p{L}/u.exec(word)?.[0] ?? [])
  return [...new Set([letters[0], letters.at(-1)])].join('').toUpperCase() || '#'
}
