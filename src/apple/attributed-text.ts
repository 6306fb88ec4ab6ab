/**
 * Interprets a body: its parts, attachments, links, mentions, styles and the like, read from the attributes of its
 * runs.
 */
import { type ArchivedValue, type AttributedString, flagIn, numberIn, recordIn, textIn } from './archived-value.ts'

/** The styles as they appear in the names of their attributes. */
const textStyles = ['Bold', 'Italic', 'Underline', 'Strikethrough'] as const
export type TextStyle = (typeof textStyles)[number]

/** The animations of text by the numbers that Messages gives them. */
const effects = new Map([
  [4, 'ripple'],
  [5, 'big'],
  [6, 'bloom'],
  [8, 'nod'],
  [9, 'shake'],
  [10, 'jitter'],
  [11, 'small'],
  [12, 'explode'],
])

/** Returns the name of an animation; an unknown one of a later macOS is named by its number. */
const effectNameOf = (number: number | null): string | null =>
  number === null ? null : (effects.get(number) ?? `effect ${number}`)

/** A range of the text in UTF-16 code units. */
export interface Stretch {
  start: number
  length: number
}

/** One bubble. When a part is unsent, the others keep their numbers. */
export interface BodyPart extends Stretch {
  index: number
  text: string
}

export interface BodyAttachment extends Stretch {
  /** The column `attachment.guid`. */
  guid: string
  part: number
  filename: string | null
  /** The size in points; null where Messages stored none. */
  size: { width: number; height: number } | null
  /** Whether it is shown at the height of the text, like an emoji. */
  isEmoji: boolean
  /** The transcript of a voice message. */
  transcript: string | null
}

export interface BodyLink extends Stretch {
  url: string
  /** Whether it is shown as a preview rather than as text. */
  isRich: boolean
}

export interface Mention extends Stretch {
  address: string
  /** The name as it appears in the text. */
  name: string
}

export interface OneTimeCode extends Stretch {
  code: string
  displayCode: string
}

export interface StyledStretch extends Stretch {
  styles: TextStyle[]
  /** The name of the animation. */
  effect: string | null
}

const key = (name: string) => `__kIM${name}AttributeName`
const keys = {
  part: key('MessagePart'),
  transfer: key('FileTransferGUID'),
  filename: key('Filename'),
  width: key('InlineMediaWidth'),
  height: key('InlineMediaHeight'),
  emojiImage: key('EmojiImage'),
  transcript: 'IMAudioTranscription',
  link: key('Link'),
  linkIsRich: key('LinkIsRichLink'),
  mention: '__kIMMentionConfirmedMention',
  oneTimeCode: key('OneTimeCode'),
  effect: key('TextEffect'),
  breadcrumb: key('BreadcrumbTextMarker'),
}

/** Returns the text without the marks for attachments, app balloons and plugins, for searching and relaying. */
export const plainText = (text: string): string => text.replace(/[\ufffc\ufffd]/g, '')

export function partsOf(body: AttributedString): BodyPart[] {
  return stretchesOf(body, keys.part).flatMap(({ value, ...stretch }) => {
    const index = numberIn(value)
    return index === null ? [] : [{ index, ...stretch, text: textAt(body, stretch) }]
  })
}

/** Returns the attachments in the order of the text. */
export function attachmentsOf(body: AttributedString): BodyAttachment[] {
  return body.runs.flatMap(({ start, length, attributes }) => {
    const guid = textIn(attributes[keys.transfer])
    if (guid === null) return []
    const [width, height] = [numberIn(attributes[keys.width]), numberIn(attributes[keys.height])]
    return [
      {
        start,
        length,
        guid,
        part: numberIn(attributes[keys.part]) ?? 0,
        filename: textIn(attributes[keys.filename]),
        size: width !== null && height !== null ? { width, height } : null,
        isEmoji: flagIn(attributes[keys.emojiImage]),
        transcript: textIn(attributes[keys.transcript]),
      },
    ]
  })
}

export function linksOf(body: AttributedString): BodyLink[] {
  return stretchesOf(body, keys.link).flatMap(({ value, ...stretch }) => {
    const url = textIn(value)
    return url === null ? [] : [{ ...stretch, url, isRich: flagIn(valueAt(body, stretch.start, keys.linkIsRich)) }]
  })
}

export function mentionsOf(body: AttributedString): Mention[] {
  return stretchesOf(body, keys.mention).flatMap(({ value, ...stretch }) => {
    const address = textIn(value)
    return address === null ? [] : [{ ...stretch, address, name: textAt(body, stretch) }]
  })
}

/** A stretch of the text with what parts it from its neighbours. */
export interface BodyRun extends Stretch {
  part: number | null
  /** The column `attachment.guid`. */
  attachmentGuid: string | null
  /** The address of whoever is mentioned. */
  mention: string | null
}

/** Returns the text in runs without gaps, however many pieces other attributes split it into. */
export function runsOf(body: AttributedString): BodyRun[] {
  const runs: BodyRun[] = []
  for (const { start, length, attributes } of body.runs) {
    const run = {
      start,
      length,
      part: numberIn(attributes[keys.part]),
      attachmentGuid: textIn(attributes[keys.transfer]),
      mention: textIn(attributes[keys.mention]),
    }
    const last = runs.at(-1)
    if (last && last.part === run.part && last.attachmentGuid === run.attachmentGuid && last.mention === run.mention)
      last.length += length
    else runs.push(run)
  }
  return runs
}

/** Returns the codes that a service sent for signing in. */
export function oneTimeCodesOf(body: AttributedString): OneTimeCode[] {
  return stretchesOf(body, keys.oneTimeCode).flatMap(({ value, ...stretch }) => {
    const { code, displayCode } = recordIn(value)
    const plain = textIn(code)
    return plain === null ? [] : [{ ...stretch, code: plain, displayCode: textIn(displayCode) ?? plain }]
  })
}

/** Returns only runs that are styled or animated. */
export function stylesOf(body: AttributedString): StyledStretch[] {
  return body.runs.flatMap(({ start, length, attributes }) => {
    const styles = textStyles.filter((style) => flagIn(attributes[key(`Text${style}`)]))
    const effect = effectNameOf(numberIn(attributes[keys.effect]))
    return styles.length === 0 && effect === null ? [] : [{ start, length, styles, effect }]
  })
}

/** Returns the text that a plugin wrote instead of a message, such as "$(…SenderIdentifier) joined". */
export function breadcrumbOf(body: AttributedString): string | null {
  return (
    stretchesOf(body, keys.breadcrumb)
      .map(({ value }) => textIn(value))
      .find((text) => text !== null) ?? null
  )
}

/** Fills in the names of the people involved. */
export function fillBreadcrumb(breadcrumb: string, names: { sender: string; receiver: string }): string {
  return breadcrumb
    .replaceAll('$(kIMTranscriptPluginBreadcrumbTextSenderIdentifier)', () => names.sender)
    .replaceAll('$(kIMTranscriptPluginBreadcrumbTextReceiverIdentifier)', () => names.receiver)
}

/** Returns the ranges over which an attribute has one value, however many runs other attributes split them into. */
export function stretchesOf(body: AttributedString, name: string): (Stretch & { value: ArchivedValue })[] {
  const stretches: (Stretch & { value: ArchivedValue })[] = []
  for (const { start, length, attributes } of body.runs) {
    const value = attributes[name]
    if (value === undefined || value === null) continue
    const last = stretches.at(-1)
    if (last && last.start + last.length === start && isSame(last.value, value)) last.length += length
    else stretches.push({ start, length, value })
  }
  return stretches
}

function isSame(a: ArchivedValue, b: ArchivedValue): boolean {
  if (!(a instanceof Uint8Array) || !(b instanceof Uint8Array)) return a === b
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

const valueAt = (body: AttributedString, start: number, name: string): ArchivedValue | undefined =>
  body.runs.find((run) => run.start === start)?.attributes[name]

const textAt = ({ text }: AttributedString, { start, length }: Stretch): string => text.slice(start, start + length)
