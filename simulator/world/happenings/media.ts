// Files, voices, stickers and links.

import { encodeDetected } from '../../formats/data-detected.ts'
import { chance, pick, pickWeighted, wholeNumber } from '../../random.ts'
import { file, fileOf } from '../files.ts'
import { sentence, smallTalk } from '../small-talk.ts'
import { type Event, isOnline, lastSaid, place, said } from './moment.ts'
import { utter } from './words.ts'

export const sendFiles: Event = (moment) => {
  const { random, speaker } = moment
  const count = pickWeighted(random, [
    [1, 80],
    [2, 12],
    [wholeNumber(random, 3, 9), 8],
  ])
  const text = chance(random, 0.35) ? smallTalk(speaker.language, random) : ''
  const files = Array.from({ length: count }, () => file(random))
  return said(moment, utter(moment, { text, files }), text || '\ufffc')
}

export const sendVoice: Event = (moment) => {
  if (!isOnline(moment)) return 0
  const { random, speaker, macos } = moment
  const recording = { ...fileOf('caf', random), name: 'Audio Message.caf' }
  const transcript = macos >= 14 && chance(random, 0.8) ? sentence(speaker.language, random) : undefined
  const files = [{ ...recording, ...(transcript !== undefined && { transcript }) }]
  return said(moment, utter(moment, { files, audio: true }), '\ufffc')
}

export const sendSticker: Event = (moment) => {
  const target = lastSaid(moment)
  if (!target || !isOnline(moment)) return 0
  const { messages, random } = moment
  const sticker = {
    ...fileOf('heic', random),
    sticker: { pack: 'com.example.stickers', id: String(wholeNumber(random, 1, 9)) },
  }
  const { chat: _, ...rest } = place(moment)
  messages.placeSticker({ ...rest, target, sticker, targetText: target.text })
  return 1
}

export const shareEmojiImage: Event = (moment) => {
  if (moment.macos < 15 || !isOnline(moment)) return 0
  const { random } = moment
  const emoji = { description: 'a fox in a raincoat', contentId: `genmoji-${wholeNumber(random, 1, 99)}` }
  const image = {
    ...fileOf('png', random),
    emoji,
    sticker: { pack: 'com.apple.messages.genmoji', id: emoji.contentId },
  }
  return said(moment, utter(moment, { parts: ['look ', image] }), 'look \ufffc')
}

const pages = [
  ['soup', 'Seven soups for a wet week', 'The Example Kitchen'],
  ['map', 'Walks around Stonecross', 'Example Maps'],
  ['song', 'Lanterns, a song', 'Example Music'],
  ['news', 'Bridge reopens after two years', 'Millbrook Post'],
] as const

/** The text with the address, then the preview as a row of its own, or in the same row. */
export const shareLink: Event = (moment) => {
  if (moment.left < 2) return 0
  const { messages, random } = moment
  const [path, title, siteName] = pick(random, pages)
  const url = `https://www.example.com/${path}/${wholeNumber(random, 1, 999)}`
  const detected = {
    kind: 'DataDetected',
    archive: encodeDetected({ type: 'HttpURL', matched: url, location: 0 }),
  } as const
  const spans = [{ text: url, link: { url, rich: true }, detected }]
  const written = utter(moment, { parts: [spans] })
  said(moment, written, url)
  const link = { url, title, siteName, summary: `${title}. Read on at ${siteName}.` }
  if (!isOnline(moment)) return 1
  if (chance(random, 0.35)) {
    messages.addLinkPreview({ message: written, link, unnamed: chance(random, 0.1) })
    return 1
  }
  const picture = chance(random, 0.5) ? { picture: fileOf('pluginPayloadAttachment', random) } : {}
  messages.linkPreview({ ...place(moment), atMs: moment.atMs + 1200, link, ...picture })
  return 2
}
