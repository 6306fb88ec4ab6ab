// Events with files, voice messages, stickers and links.

import { encodeDetected } from '../../formats/data-detected.ts'
import { sampleKinds } from '../../media/sample-files.ts'
import type { FileToAttach } from '../../messages/attachments.ts'
import { chance, pick, pickWeighted, wholeNumber } from '../../random.ts'
import { file, fileOf } from '../files.ts'
import { sentence, smallTalk } from '../small-talk.ts'
import { type Event, isOnline, lastSaid, type Moment, place, said } from './moment.ts'
import { byMe, needing, online } from './who.ts'
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

const sendOne =
  (fileFor: (moment: Moment) => FileToAttach): Event =>
  (moment) =>
    said(moment, utter(moment, { files: [fileFor(moment)] }), '\ufffc')

/** Excludes the payloads of link previews, which nobody sends. */
const kindsSent = sampleKinds.filter((kind) => kind !== 'pluginPayloadAttachment')

/** Sends each kind of file, and a file in each possible state. */
export const eachFile: readonly Event[] = [
  ...kindsSent.map((kind) => sendOne(({ random }) => fileOf(kind, random))),
  ...(['waiting', 'missing', 'transferring', 'failed'] as const).map((state) =>
    sendOne(({ random }) => ({ ...fileOf('jpeg', random), state })),
  ),
  sendOne(({ random }) => ({ ...fileOf('heic', random), film: fileOf('mov', random).bytes ?? Buffer.alloc(0) })),
  sendOne(({ random }) => ({ ...fileOf('txt', random), name: 'README', mime: null, uti: 'public.data' })),
  sendOne(({ random }) => ({
    ...fileOf('jpeg', random),
    attribution: { name: 'Camera Toys', bundleId: 'com.example.toys' },
  })),
  byMe(
    sendOne(({ random }) => ({
      ...fileOf('png', random),
      storedAs: '/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/TemporaryItems/Screenshot.png',
    })),
  ),
]

export const sendVoice: Event = (moment) => {
  if (!isOnline(moment)) return undefined
  const { random, speaker, macos } = moment
  const recording = { ...fileOf('caf', random), name: 'Audio Message.caf' }
  const transcript = macos >= 14 && chance(random, 0.8) ? sentence(speaker.language, random) : undefined
  const files = [{ ...recording, ...(transcript !== undefined && { transcript }) }]
  return said(moment, utter(moment, { files, audio: true }), '\ufffc')
}

export const sendSticker: Event = (moment) => {
  const target = lastSaid(moment)
  if (!target || !isOnline(moment)) return undefined
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
  if (moment.macos < 15 || !isOnline(moment)) return undefined
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

type PreviewForm = 'none' | 'own row' | 'own row with picture' | 'same row' | 'same row, unnamed'

const previewForm = (moment: Moment): PreviewForm =>
  isOnline(moment)
    ? pickWeighted<PreviewForm>(moment.random, [
        ['own row', 33],
        ['own row with picture', 32],
        ['same row', 31],
        ['same row, unnamed', 4],
      ])
    : 'none'

/** Writes the text with the URL, then the preview as a separate row or in the same row. */
export const shareLink: Event = (moment) => (moment.left < 2 ? undefined : share(moment, previewForm(moment)))

export const eachLink: readonly Event[] = (
  ['own row', 'own row with picture', 'same row', 'same row, unnamed'] as const
)
  .map(
    (form): Event =>
      (moment) =>
        share(moment, form),
  )
  .map((event) => online(needing({ rows: 2 })(event)))

function share(moment: Moment, form: PreviewForm): number {
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
  if (form === 'none') return 1
  if (form === 'same row' || form === 'same row, unnamed') {
    messages.addLinkPreview({ message: written, link, unnamed: form === 'same row, unnamed' })
    return 1
  }
  const picture = form === 'own row with picture' ? { picture: fileOf('pluginPayloadAttachment', random) } : {}
  messages.linkPreview({ ...place(moment), atMs: moment.atMs + 1200, link, ...picture })
  return 2
}
