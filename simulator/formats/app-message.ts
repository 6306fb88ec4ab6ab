// Encodes message.payload_data of an app's balloon (MSMessage): its captions, its URL and the app that made it.

import { encodeArchive, nsData, nsDictionary, nsUrl, nsUuid } from './keyed-archive.ts'

export interface AppMessage {
  appName?: string
  /** The text that a list shows. */
  summary?: string
  caption?: string
  subcaption?: string
  /** The state of the app, as a URL. */
  url?: string
  /** Rows of one session supersede each other. */
  sessionId?: string
  icon?: Uint8Array
}

export function encodeAppMessage(message: AppMessage): Buffer {
  const { appName, summary, url, sessionId, icon } = message
  return encodeArchive(
    nsDictionary({
      layoutClass: 'MSMessageTemplateLayout',
      ...(icon && { ai: nsData(icon) }),
      userInfo: nsDictionary({
        'image-title': '',
        subcaption: message.subcaption ?? '',
        'secondary-subcaption': '',
        'tertiary-subcaption': '',
        'image-subtitle': '',
        caption: message.caption ?? '',
      }),
      ...(summary !== undefined && { ldtext: summary }),
      ...(url !== undefined && { URL: nsUrl(url) }),
      ...(appName !== undefined && { an: appName }),
      ...(sessionId !== undefined && { sessionIdentifier: nsUuid(sessionId) }),
    }),
  )
}
