/** Gives an opened page another window for a while, so that what is claimed of several windows needs only one page. */
import type { Page } from 'playwright-core'

/** Resolves once what a page measures itself has been drawn, too. */
const drawn = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

interface Window {
  width: number
  height: number
  /** Whether fingers are the only pointers, as on a phone. `Locator.tap` needs a context of its own all the same. */
  isTouched?: boolean
}

/** Use as `await using _ = await inWindow(page, { … })`: the page has its window of before again afterwards. */
export async function inWindow(page: Page, { width, height, isTouched = false }: Window): Promise<AsyncDisposable> {
  const before = page.viewportSize()
  const devtools = isTouched ? await page.context().newCDPSession(page) : undefined
  await devtools?.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize({ width, height })
  await page.evaluate(drawn)
  return {
    async [Symbol.asyncDispose]() {
      if (page.isClosed()) return
      await devtools?.detach()
      if (before !== null) await page.setViewportSize(before)
    },
  }
}
