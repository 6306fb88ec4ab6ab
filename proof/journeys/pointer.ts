/** Moves a mouse, or a finger on a phone, to what is in sight and not covered, and presses there. */
import type { Locator, Page } from 'playwright-core'
import { until } from '../../test/harness/until.ts'
import { type Sight, sightOf } from './sight.ts'
import { patienceMs, type Way } from './way.ts'

const stepsOfMove = 6
/** A finger drags what scrolls this far at once, in pixels, and in as many moves. */
const longestDrag = 400
const movesOfDrag = 8
/** The duration of a long press on a phone. */
const longPressMs = 700

export class Pointer implements Way {
  readonly name = 'pointer'
  travelled = 0
  readonly #page: Page
  readonly #isFinger: boolean

  constructor(page: Page, { isFinger = false } = {}) {
    this.#page = page
    this.#isFinger = isFinger
  }

  async press(target: Locator): Promise<void> {
    const { x, y } = await this.#reach(target)
    if (this.#isFinger) return this.#page.touchscreen.tap(x, y)
    await this.#page.mouse.down()
    await this.#page.mouse.up()
  }

  async enter(target: Locator): Promise<void> {
    await this.press(target)
    await this.#page.keyboard.press('ControlOrMeta+A')
  }

  async menu(target: Locator): Promise<void> {
    const { x, y } = await this.#reach(target)
    if (!this.#isFinger) return this.#page.mouse.click(x, y, { button: 'right' })
    const finger = await this.#page.context().newCDPSession(this.#page)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await this.#page.waitForTimeout(longPressMs)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  /** Scrolls until it is in sight, waits until it rests and nothing covers it, and points at it. */
  async #reach(target: Locator): Promise<Sight> {
    let seen = await sightOf(target)
    const isThere = async () => {
      const before = seen
      seen = await sightOf(target)
      if (seen.below !== 0) {
        await this.#scroll(seen)
        return false
      }
      return seen.coveredBy === undefined && Math.hypot(before.x - seen.x, before.y - seen.y) < 1
    }
    const cover = () => `${target} to be in sight; over it is ${seen.coveredBy ?? 'nothing'}`
    await until(isThere, { withinMs: patienceMs, everyMs: 60, describe: cover })
    if (this.#isFinger) return seen
    await this.#page.mouse.move(seen.x, seen.y, { steps: stepsOfMove })
    // The target may move away under the pointer, or open something over itself.
    const after = await sightOf(target)
    return after.coveredBy === undefined && Math.hypot(after.x - seen.x, after.y - seen.y) < 1
      ? after
      : this.#reach(target)
  }

  async #scroll({ scroller: { x, y }, below }: Sight): Promise<void> {
    this.travelled++
    if (!this.#isFinger) {
      await this.#page.mouse.move(x, y)
      return this.#page.mouse.wheel(0, below)
    }
    const way = Math.max(-longestDrag, Math.min(longestDrag, -below))
    const at = (part: number) => [{ x, y: y - way / 2 + way * part }]
    const finger = await this.#page.context().newCDPSession(this.#page)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (let move = 1; move <= movesOfDrag; move++)
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(move / movesOfDrag) })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await finger.detach()
  }
}
