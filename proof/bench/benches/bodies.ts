/** Makes message bodies as a conversation has them, each with its text. */
import { bodyOf, type Part } from '../../../simulator/formats/attributed-body.ts'
import { seededRandom } from '../../../simulator/random.ts'

const words =
  'see you at the station tomorrow around eight then we can walk über Straße naïve 日本 привет 🎉 👍🏽 ok'.split(' ')

/** Most are plain text; some have attachments, links, mentions and styles. */
export function makeBodies(count: number) {
  const random = seededRandom('bodies')
  return Array.from({ length: count }, () => {
    const text = makeText(random, 1 + Math.floor(random() ** 2 * 399))
    return bodyOf(makeParts(random(), text))
  })
}

function makeText(random: () => number, length: number): string {
  let text = ''
  while (text.length < length) text += `${words[Math.floor(random() * words.length)]} `
  return text.slice(0, length).toWellFormed()
}

function makeParts(kind: number, text: string): Part[] {
  if (kind < 0.8) return [text]
  if (kind < 0.88)
    return [{ attachmentGuid: 'at_0_0F1E2D3C-4B5A-4978-8695-A4B3C2D1E0F1', width: 952, height: 1139 }, text]
  if (kind < 0.94)
    return [[{ text: 'https://example.com/walk', link: { url: 'https://example.com/walk', rich: true } }, { text }]]
  if (kind < 0.98) return [[{ text: 'Anna', mention: '+15550100' }, { text }]]
  return [[{ text: 'now ', bold: true }, { text: 'or never ', italic: true, effect: 'shake' }, { text }]]
}
