/** Tells whether somebody is looking at a conversation in this tab. */
import { base, paths } from '../routes.ts'

export const isLookedAt = (guid: string): boolean =>
  document.visibilityState === 'visible' &&
  document.hasFocus() &&
  decodeURIComponent(location.pathname) === decodeURIComponent(`${base}${paths.conversation(guid)}`)
