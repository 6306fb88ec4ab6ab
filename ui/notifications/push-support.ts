/** Decides whether this browser can be notified while the page is closed, and what is missing otherwise. */

/**
 * `insecure`: the page is neither on https nor on the Mac itself; `install`: an iPhone or iPad allows it only to pages on
 * its Home Screen; `unsupported`: the browser has no push service.
 */
export type PushSupport = 'possible' | 'insecure' | 'install' | 'unsupported'

export interface Browser {
  isSecure: boolean
  hasPush: boolean
  userAgent: string
  /** iPads call themselves Macs, which have no touch screen. */
  touchPoints: number
}

export function pushSupportOf({ isSecure, hasPush, userAgent, touchPoints }: Browser): PushSupport {
  if (!isSecure) return 'insecure'
  if (hasPush) return 'possible'
  const isIos = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return isIos ? 'install' : 'unsupported'
}

export const pushSupport = (): PushSupport =>
  pushSupportOf({
    isSecure: isSecureContext,
    hasPush: 'PushManager' in globalThis && 'serviceWorker' in navigator && 'Notification' in globalThis,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  })
