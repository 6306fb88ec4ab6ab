/** Tells the time zone in which a process began. */

/**
 * Asks `Temporal` where Node has it, since 26: a formatter of dates would load calendars and names of all languages, eight
 * megabytes, for this one name.
 */
export const timeZoneOfProcess = (): string =>
  (globalThis as WithTemporal).Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone

interface WithTemporal {
  Temporal?: { Now: { timeZoneId(): string } }
}
