/** Goes to what is in sight by Tab and arrows alone, and presses it by Enter or Space. */
import type { Locator, Page } from 'playwright-core'
import { until } from '../../test/harness/until.ts'
import { bearingOf, focusOf, sightOf } from './sight.ts'
import { patienceMs, type Way } from './way.ts'

/** More presses of Tab for one thing are too many for anybody. */
const mostKeys = 120

export class Keyboard implements Way {
  readonly name = 'keyboard'
  travelled = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(target: Locator): Promise<void> {
    await this.#reach(target)
    const type = await target.evaluate((element) => element.matches('input') && element.getAttribute('type'))
    // An arrow that leads to a choice of several has chosen it.
    if (type === 'radio' && (await target.isChecked())) return
    const isBox = type === 'radio' || type === 'checkbox' || type === 'file'
    await this.#page.keyboard.press(isBox ? 'Space' : 'Enter')
  }

  async enter(target: Locator): Promise<void> {
    await this.#reach(target)
    await this.#page.keyboard.press('ControlOrMeta+A')
  }

  async menu(target: Locator): Promise<void> {
    await this.#reach(target)
    await this.#page.keyboard.press('Enter')
  }

  async #reach(target: Locator): Promise<void> {
    for (let keys = 0; keys < mostKeys; keys++) {
      const bearing = await bearingOf(target)
      if (bearing === 'there') return this.#sees(target)
      this.travelled++
      await this.#page.keyboard.press(bearing)
    }
    throw new Error(`${mostKeys} keys do not lead to ${target}; the focus is on ${await focusOf(target)}`)
  }

  /** Fails unless the focused element is in sight. */
  async #sees(target: Locator): Promise<void> {
    let over: string | undefined
    const isSeen = async () => {
      const { coveredBy, below } = await sightOf(target)
      over = below === 0 ? coveredBy : 'the edge of what scrolls'
      return over === undefined
    }
    await until(isSeen, { withinMs: patienceMs, describe: () => `${target} to be in sight; over it is ${over}` })
  }
}
