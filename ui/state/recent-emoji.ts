/** Stores the recent emoji of this browser, newest first, and the chosen skin tone. */
import { keepList, keptList } from './kept-list.ts'

const storageKeys = { recent: 'recent_emoji', tone: 'emoji_tone' } as const
const most = 8

export const recentEmoji = (): readonly string[] => keptList(storageKeys.recent)

export const rememberEmoji = (emoji: string): void =>
  keepList(storageKeys.recent, [...new Set([emoji, ...recentEmoji()])].slice(0, most))

export const keptTone = (): string => localStorage.getItem(storageKeys.tone) ?? 'none'

export const keepTone = (tone: string): void => localStorage.setItem(storageKeys.tone, tone)

/** Called at the end of a session. */
export const clearRecentEmoji = (): void => localStorage.removeItem(storageKeys.recent)
