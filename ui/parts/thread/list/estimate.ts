/** Estimates the height of a line before it is rendered. */
import { boxOf } from '../../media/boxes.ts'
import type { Line } from '../lines/lines.ts'

const lineHeight = 21
const bubblePadding = 14
const charactersPerLine = 62

export function estimateOf(line: Line): number {
  if (line.kind === 'end') return 14
  if (line.kind !== 'message') return 36
  const { message, startsGroup, endsGroup } = line
  const around =
    bubblePadding + (startsGroup ? 10 : 2) + (endsGroup ? 18 : 0) + (message.reply_to_guid === null ? 0 : 48)
  const text = Math.ceil(message.text.length / charactersPerLine) * lineHeight
  const pictures = message.attachments.filter(({ kind }) => kind === 'image')
  const files = message.attachments.length - pictures.length
  const shown = pictures.length === 1 ? boxOf(pictures[0] as never).height : Math.ceil(pictures.length / 2) * 204
  return around + text + shown + files * 66 + (message.link_preview === null ? 0 : 90)
}
