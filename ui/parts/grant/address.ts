/** Recognizes typed numbers and e-mail addresses; the service makes the final check. */

/** Returns the address as it is sent, or undefined when the text is neither. */
export function addressIn(text: string): string | undefined {
  const bare = text.trim()
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(bare)) return bare
  return /^\+?[\d\s().\-/]{3,}$/.test(bare) && /\d{3}/.test(bare.replaceAll(/\D/g, '')) ? bare : undefined
}
