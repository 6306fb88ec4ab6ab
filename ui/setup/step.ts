/** The form of a step: what it shows, whether one can go on, and what ends with it. */
import type { SetupProgress } from '../../src/contract/setup.ts'
import type { SetupStep } from '../../src/contract/setup-names.ts'
import type { Frame } from './frame.ts'
import type { Service } from './service.ts'
import type { Watch } from './watch.ts'

export interface Around {
  service: Service
  watch: Watch
  announce: Frame['announce']
  /** The buttons at the end are drawn anew: one can go on now, or no more. */
  redrawFooter(): void
  progress(change: Partial<SetupProgress>): Promise<void>
  goTo(step: SetupStep): void
  /** To the page, for good. */
  finish(): Promise<void>
}

export interface ShownStep {
  content: HTMLElement
  /** What the button that leads on says, and what else it does; the usual one without. */
  next?: { text: string; press(): Promise<void> }
  /** True by default. */
  mayGoOn?(): boolean
  /** What else stands beside the way on. */
  beside?(): readonly HTMLElement[]
  end?(): void
}

export type Step = (around: Around) => ShownStep | Promise<ShownStep>
