/** A way of using the page: with a pointer, or with a keyboard alone. */
import type { Locator } from 'playwright-core'
import { until } from '../../test/harness/until.ts'

export interface Way {
  readonly name: WayName
  /** Presses what is there. */
  press(target: Locator): Promise<void>
  /** Puts the caret into a field, whose text is then typed over. */
  enter(target: Locator): Promise<void>
  /** Opens the menu of a message. */
  menu(target: Locator): Promise<void>
  /** Tabs, arrows and turns of the wheel so far: they lead to what is pressed, and do nothing themselves. */
  readonly travelled: number
}

export type WayName = 'pointer' | 'keyboard'

/** A person gives up after as long. The machine may be busy. */
export const patienceMs = 40_000

/** Waits until something is so. */
export const soon = (isSo: () => boolean | Promise<boolean>, what = 'what the journey leads to'): Promise<void> =>
  until(isSo, { withinMs: patienceMs, describe: () => what })
