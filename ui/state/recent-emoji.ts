/** Stores the recent emoji of this browser, newest first, and the chosen skin tone. */
import { keepList, keptList } from './kept-list.ts'

const places = { recent: 'recent_emoji', tone: 'emoji_tone' } as const
const most = 8

export const recentEmoji = (): readonly string[] => keptList(places.recent)

export const rememberEmoji = (emoji: string): void =>
  keepList(places.recent, [...new Set([emoji, ...recentEmoji()])].slice(0, most))

export const keptTone = (): string => localStorage.getItem(places.tone) ?? 'none'

export const keepTone = (tone: string): void => localStorage.setItem(places.tone, tone)

/** Called at the end of a session. */
export const clearRecentEmoji = (): void => localStorage.removeItem(places.recent)
