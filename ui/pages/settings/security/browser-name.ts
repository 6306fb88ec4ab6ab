/** What a browser is, by what it calls itself: its name and its system, as people say them. */

/** The first that fits: later ones pretend to be earlier ones. */
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

const firstOf = (known: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  known.find(([form]) => form.test(text))?.[1]
