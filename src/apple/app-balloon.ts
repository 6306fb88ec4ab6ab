/** Decodes balloons of apps: which app one belongs to (`balloon_bundle_id`), and what it shows (`payload_data`). */
import { type ArchivedValue, isRecord, recordIn, textIn } from './archived-value.ts'
import { type Decoded, damage, decoding } from './decoded.ts'
import { readArchive } from './plist/keyed-archive.ts'

type BalloonKind =
  | 'link'
  | 'handwriting'
  | 'digital-touch'
  | 'apple-cash'
  | 'fitness'
  | 'slideshow'
  | 'check-in'
  | 'find-my'
  | 'business'
  | 'poll'
  | 'app'

export interface Balloon {
  kind: BalloonKind
  /** The name for people; for an app that is not Apple's, the distinctive part of its identifier. */
  name: string
}

/** Balloons by the last component of the identifier after any `…:<team>:`. */
const known = new Map<string, Balloon>([
  ['com.apple.messages.URLBalloonProvider', { kind: 'link', name: 'Link' }],
  ['com.apple.Handwriting.HandwritingProvider', { kind: 'handwriting', name: 'Handwriting' }],
  ['com.apple.DigitalTouchBalloonProvider', { kind: 'digital-touch', name: 'Digital Touch' }],
  ['com.apple.PassbookUIService.PeerPaymentMessagesExtension', { kind: 'apple-cash', name: 'Apple Cash' }],
  ['com.apple.ActivityMessagesApp.MessagesExtension', { kind: 'fitness', name: 'Fitness' }],
  ['com.apple.mobileslideshow.PhotosMessagesApp', { kind: 'slideshow', name: 'Photos' }],
  ['com.apple.SafetyMonitorApp.SafetyMonitorMessages', { kind: 'check-in', name: 'Check In' }],
  ['com.apple.findmy.FindMyMessagesApp', { kind: 'find-my', name: 'Find My' }],
  ['com.apple.icloud.apps.messages.business.extension', { kind: 'business', name: 'Business' }],
  ['com.apple.messages.Polls', { kind: 'poll', name: 'Poll' }],
])

/** Returns the app of a balloon; null for a message that is not one. */
export function balloonOf(bundleId: string | null): Balloon | null {
  if (!bundleId) return null
  const extension = bundleId.slice(bundleId.lastIndexOf(':') + 1)
  return known.get(extension) ?? { kind: 'app', name: tellingPart(extension) }
}

/** Returns the last component that does not merely mean an extension of Messages. */
const tellingPart = (extension: string): string =>
  extension.split('.').findLast((component) => component !== '' && !generic.test(component)) ?? extension

const generic = /^(app|ext|extension|i?messages?|i?messages?(app|ext|extension))$/i

export interface AppBalloon {
  appName: string | null
  /** The text to show where only text can be shown. */
  text: string | null
  title: string | null
  subtitle: string | null
  caption: string | null
  subcaption: string | null
  trailingCaption: string | null
  trailingSubcaption: string | null
  url: string | null
  /** Balloons with the same identifier are successive states of one thing; the newest counts. */
  sessionIdentifier: string | null
}

export function decodeAppBalloon(bytes: Uint8Array): Decoded<AppBalloon> {
  return decoding(() => toAppBalloon(readArchive(bytes)))
}

function toAppBalloon(root: ArchivedValue): AppBalloon {
  if (!isRecord(root)) return damage('not an app balloon')
  const layout = recordIn(root.userInfo)
  const [appName, caption] = [textIn(root.an), textIn(layout.caption)]
  return {
    appName,
    text: textIn(root.ldtext) ?? caption ?? appName,
    title: textIn(layout['image-title']),
    subtitle: textIn(layout['image-subtitle']),
    caption,
    subcaption: textIn(layout.subcaption),
    trailingCaption: textIn(layout['secondary-subcaption']),
    trailingSubcaption: textIn(layout['tertiary-subcaption']),
    url: textIn(root.URL),
    sessionIdentifier: textIn(root.sessionIdentifier),
  }
}
