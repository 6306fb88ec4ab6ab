/** Visits every address, opens everything above it, and collects what is wrong there, by check. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { goTo } from '../../harness/one-page.ts'
import { openWatched, type UiPage } from '../../harness/ui.ts'
import { withAxe } from './axe.ts'
import type { Furnished } from './furnished.ts'
import { addressesOf, overlays } from './places.ts'

/** Must run before a page begins. */
export const inPage = readFileSync(fileURLToPath(new URL('in-page.js', import.meta.url)), 'utf8')

/** Calls a check of in-page.js and returns what it finds. */
export const ask = <Answer = string[]>(page: Page, what: string): Promise<Answer> =>
  page.evaluate<Answer>(`inPage.${what}`)

interface Walk {
  browser: Browser
  web: Furnished
  language?: string
  /** Whether to open the overlays above the conversation as well. */
  opens?: boolean
  /** Sees the page as it has been opened, before it goes anywhere. */
  begin?(opened: UiPage): Promise<unknown>
  /** Returns everything that is wrong with what is shown: an address, or an overlay above the conversation. */
  look(page: Page, where: string): Promise<Record<string, readonly string[]>>
}

export type Found = Record<string, string[]>

export async function walk({ browser, web, language, opens = false, begin, look }: Walk): Promise<Found> {
  const opened = await openWatched({
    browser,
    url: web.url,
    ...(language && { path: `/app/messages?lang=${language}` }),
    async prepare(page) {
      await withAxe(page)
      await page.addInitScript({ content: inPage })
    },
  })
  const { page, wrong, settled } = opened
  await using _ = page
  await begin?.(opened)
  const found: Found = { wrong }
  const note = (where: string, problems: Awaited<ReturnType<Walk['look']>>) => {
    for (const [claim, lines] of Object.entries(problems))
      found[claim] = [...(found[claim] ?? []), ...lines.map((line) => `${where}: ${line}`)]
  }
  const addresses = await addressesOf({ page, web, settled })
  for (const path of addresses) {
    await goTo(page, path)
    await settled()
    await page.keyboard.press('Tab')
    note(path, await look(page, path))
  }
  if (opens) {
    await goTo(page, `/app/${web.thread}`)
    for (const { name, open } of overlays) {
      await settled()
      await open(page)
      await settled()
      await page.keyboard.press('ArrowDown')
      note(name, await look(page, name))
      await page.keyboard.press('Escape')
    }
  }
  return found
}
