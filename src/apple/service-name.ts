/**
 * Spells the service of a message as Messages shows it: databases hold `RCS` and `rcs` for the same one, and a reader
 * who compares the two would see another service.
 */

const names = new Map(['iMessage', 'SMS', 'RCS', 'iMessageLite'].map((name) => [name.toLowerCase(), name]))

/** Returns a service of a later macOS as it is stored, and an empty text where there is none. */
export function serviceName(stored: unknown): string {
  if (typeof stored !== 'string') return ''
  return names.get(stored.toLowerCase()) ?? stored
}
