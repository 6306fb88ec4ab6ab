/**
 * Says the reason of a failed delivery or an alert in the reader's language where it is one of those that the bundled
 * plugins and the service give. What others wrote stays as it is.
 */
import { reasons } from './en/reasons.ts'
import { type TextKey, t, textFor } from './texts.ts'

const patterns: Readonly<Record<string, string>> = { status: '\\d{3}', seconds: '[\\d.]+' }

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

export function reasonWords(reason: string): string {
  for (const { key, form } of recognized) {
    const found = form.exec(reason)
    if (found !== null && textFor(key) !== undefined) return t(key, found.groups)
  }
  return reason
}
