/** The emoji that were used last in this browser, the newest first, and the tone of skin that was chosen. */

const places = { recent: 'recent_emoji', tone: 'emoji_tone' } as const
const most = 8

export function recentEmoji(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(places.recent) ?? '[]')
    return Array.isArray(kept) ? kept.filter((emoji) => typeof emoji === 'string') : []
  } catch {
    return []
  }
}

export const rememberEmoji = (emoji: string): void =>
  localStorage.setItem(places.recent, JSON.stringify([...new Set([emoji, ...recentEmoji()])].slice(0, most)))

export const keptTone = (): string => localStorage.getItem(places.tone) ?? 'none'

export const keepTone = (tone: string): void => localStorage.setItem(places.tone, tone)

/** At the end of a session. */
export const clearRecentEmoji = (): void => localStorage.removeItem(places.recent)
