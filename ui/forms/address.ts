/** Whether what is typed is a number or an e-mail address; the service judges for good. */

/** In the form in which it is sent; undefined for what is neither. */
export function addressIn(text: string): string | undefined {
  const bare = text.trim()
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(bare)) return bare
  return /^\+?[\d\s().\-/]{3,}$/.test(bare) && /\d{3}/.test(bare.replaceAll(/\D/g, '')) ? bare : undefined
}
