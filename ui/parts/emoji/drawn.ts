/**
 * Removes emoji that this machine would draw as an empty box: those newer than its fonts, and flags where it has none.
 */
import type { EmojiData } from 'frimousse'

export function drawnOf(data: EmojiData, isDrawn: (emoji: string) => boolean = hasColours()): EmojiData {
  const newest = newestDrawn(data, isDrawn)
  // Without any emoji font all emoji are boxes here, but they are not where the message is read.
  if (newest === undefined) return data
  const hasFlags = isDrawn('🇪🇺')
  const emojis = data.emojis.filter(({ version, countryFlag }) => version <= newest && (hasFlags || !countryFlag))
  return { ...data, emojis }
}

/** Fonts add all emoji of a version together, so the first emoji of each version stands for the others. */
function newestDrawn({ emojis }: EmojiData, isDrawn: (emoji: string) => boolean): number | undefined {
  const firsts = new Map<number, string>()
  for (const { version, emoji } of emojis) if (!firsts.has(version)) firsts.set(version, emoji)
  const [newest] = [...firsts].sort(([a], [b]) => b - a).find(([, emoji]) => isDrawn(emoji)) ?? []
  return newest
}

const size = 16

/**
 * A glyph with colours of its own looks the same drawn in red and in blue; a sequence that is drawn as separate parts
 * is wider than one glyph.
 */
function hasColours(): (emoji: string) => boolean {
  const context = new OffscreenCanvas(size, size).getContext('2d', { willReadFrequently: true })
  if (context === null) return () => true
  context.font = `${size / 2}px "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", "Twemoji Mozilla", sans-serif`
  context.textBaseline = 'top'
  const inColour = (colour: string, emoji: string) => {
    context.clearRect(0, 0, size, size)
    context.fillStyle = colour
    context.fillText(emoji, 0, 0)
    return context.getImageData(0, 0, size, size).data
  }
  return (emoji) => {
    if (context.measureText(emoji).width > size * 0.9) return false
    const blue = inColour('#00f', emoji)
    return inColour('#f00', emoji).every((value, index) => value === blue[index])
  }
}
