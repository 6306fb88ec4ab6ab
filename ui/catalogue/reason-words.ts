/**
 * Says the reason of a failed delivery, an alert or a state in the reader's language where it is one of those that the bundled
 * plugins and the service give. What others wrote stays as it is.
 */
import { reasons } from './en/reasons.ts'
import { locale, type TextKey, t, textFor } from './texts.ts'

const patterns: Readonly<Record<string, string>> = { status: '\\d{3}', seconds: '[\\d.]+', number: '-?\\d+' }

const recognized = Object.entries(reasons).map(([key, english]) => ({
  key: key as TextKey,
  form: new RegExp(
    `^${english
      .split(/\{(\w+)\}/)
      .map((part, index) =>
        index % 2 === 1 ? `(?<${part}>${patterns[part] ?? '.+'})` : part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'),
      )
      .join('')}$`,
    's',
  ),
}))

/** Says a reason that stands by itself: one that is known begins with a capital. */
export function reasonSentence(reason: string): string {
  const said = reasonWords(reason)
  const isKnown = recognized.some(({ form }) => form.test(reason.replace(/\.$/, '')))
  return isKnown ? `${said.charAt(0).toLocaleUpperCase(locale())}${said.slice(1)}` : said
}

/** Translates a reason. It may quote another known reason. The full stop at its end is kept. */
export function reasonWords(reason: string): string {
  const end = reason.endsWith('.') ? '.' : ''
  const bare = reason.slice(0, reason.length - end.length)
  for (const { key, form } of recognized) {
    const found = form.exec(bare)
    if (found === null || textFor(key) === undefined) continue
    const { words, ...groups } = found.groups ?? {}
    return t(key, { ...groups, ...(words !== undefined && { words: reasonWords(words) }) }) + end
  }
  return reason
}
