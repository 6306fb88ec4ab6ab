/**
 * Shares one page among the tests of a file: loading it takes longer than most tests, so each test but the first goes
 * on from there, as a link does. Whatever one test leaves behind must not matter to the next.
 */
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { judge, type Opening, openWatched, type UiPage } from './ui.ts'

/** Navigates as a link does, without reloading the page. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate<void>(`history.pushState(null, '', ${JSON.stringify(path)})`)

export class OnePage {
  readonly #opening: Opening
  #opened: UiPage | undefined

  constructor(opening: Opening) {
    this.#opening = opening
  }

  /** Shows this address, and checks for errors at the end of the test. A page on which a test failed is not used again. */
  async at(path: string): Promise<UiPage> {
    const opened = this.#opened ?? (await openWatched({ ...this.#opening, path }))
    if (opened === this.#opened) await goTo(opened.page, path)
    this.#opened = opened
    onTestFinished(async ({ task }) => {
      const isGood = opened.wrong.length === 0 && task.result?.state !== 'fail'
      try {
        await judge(opened, task)
      } finally {
        if (!isGood) await this.close()
        else if (!opened.page.isClosed()) await opened.page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    })
    return opened
  }

  /** Loads this address in another language, in the window of before. The tests that follow have it, too. */
  async in(language: string, path: string): Promise<UiPage> {
    const opened = await this.at(path)
    await opened.page.goto(`${this.#opening.url}${path}?lang=${language}`)
    return opened
  }

  async close(): Promise<void> {
    const { page } = this.#opened ?? {}
    this.#opened = undefined
    // The context of most pages is kept for the next one, with the process that has loaded and compiled the page.
    await (this.#opening.context === undefined ? page : page?.context())?.close()
  }
}
