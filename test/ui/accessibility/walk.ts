/** Goes to every address and opens everything above it, and gathers what is wrong there, by claim. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openWatched } from '../../harness/ui.ts'
import { withAxe } from './axe.ts'
import type { Furnished } from './furnished.ts'
import { addressesOf, goTo, overlays } from './places.ts'
import { settling } from './settled.ts'

/** To be run before a page begins. */
export const inPage = readFileSync(fileURLToPath(new URL('in-page.js', import.meta.url)), 'utf8')

/** What in-page.js finds. */
export const ask = <Answer = string[]>(page: Page, what: string): Promise<Answer> =>
  page.evaluate<Answer>(`inPage.${what}`)

interface Walk {
  browser: Browser
  web: Furnished
  context?: BrowserContextOptions
  language?: string
  /** Open above the conversation as well. */
  opens?: boolean
  /** Everything that is wrong with what is shown: an address, or what is open above the conversation. */
  look(page: Page, where: string): Promise<Record<string, readonly string[]>>
}

export type Found = Record<string, string[]>

export async function walk({ browser, web, context, language, opens = false, look }: Walk): Promise<Found> {
  const { page, wrong } = await openWatched({
    ...{ browser, url: web.url, ...(context && { context }) },
    ...(language && { path: `/app/?lang=${language}` }),
    async prepare(page) {
      await withAxe(page)
      await page.addInitScript({ content: inPage })
    },
  })
  await using _ = page
  const settle = settling(page)
  const found: Found = { wrong }
  const note = (where: string, problems: Awaited<ReturnType<Walk['look']>>) => {
    for (const [claim, lines] of Object.entries(problems))
      found[claim] = [...(found[claim] ?? []), ...lines.map((line) => `${where}: ${line}`)]
  }
  const addresses = await addressesOf({ page, web, settle })
  for (const path of addresses) {
    await goTo(page, path)
    await settle()
    await page.keyboard.press('Tab')
    note(path, await look(page, path))
  }
  if (opens) {
    await goTo(page, `/app/${web.thread}`)
    for (const { name, open } of overlays) {
      await settle()
      await open(page)
      await settle()
      await page.keyboard.press('ArrowDown')
      note(name, await look(page, name))
      await page.keyboard.press('Escape')
    }
  }
  return found
}
