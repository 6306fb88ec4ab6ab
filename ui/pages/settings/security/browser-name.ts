/** Derives the name of a browser and its system from the user agent. */
import { t } from '../../../catalogue/texts.ts'

/** The first match counts, because browsers lower in the list are imitated by those above. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chromium)\//, 'Chromium'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

export interface BrowserName {
  browser: string | undefined
  system: string | undefined
}

export const browserName = (userAgent: string): BrowserName => ({
  browser: firstOf(browsers, userAgent),
  system: firstOf(systems, userAgent),
})

/** Returns the name in the reader's language. */
export function nameOfBrowser(userAgent: string): string {
  const { browser, system } = browserName(userAgent)
  if (browser === undefined) return userAgent === '' ? t('security.browser_unknown') : userAgent
  return system === undefined ? browser : t('security.browser_on', { browser, system })
}

const firstOf = (known: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  known.find(([form]) => form.test(text))?.[1]
