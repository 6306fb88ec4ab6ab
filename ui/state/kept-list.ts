/** Lists of words that this browser keeps. */

/** Empty where nothing, or something else, is kept. */
export function keptList(place: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export const keepList = (place: string, list: Iterable<string>): void =>
  localStorage.setItem(place, JSON.stringify([...list]))

/** Without it where it was, with it at the end where it was not. */
export const toggled = (list: readonly string[], one: string): readonly string[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one]
