/** Knows what the BlueBubbles app reads from a QR code at its setup: a list of the password and the address. */
import { hostIn, isLoopback } from './address.ts'

export const blueBubblesCode = ({ url, password }: { url: string; password: string }): string =>
  JSON.stringify([password, url])

/** Returns the address as the app takes it; undefined for one that no phone reaches. */
export function addressForPhones(given: string): string | undefined {
  const parsed = URL.parse(given.trim())
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) return undefined
  const host = hostIn(parsed)
  // The name of a wildcard is one to listen at.
  if (host === '' || host === '0.0.0.0' || host === '::' || isLoopback(host)) return undefined
  return parsed.origin
}
