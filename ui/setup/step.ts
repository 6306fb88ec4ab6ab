/** The interface of a step: what it shows, whether the next button is enabled, and what is cleaned up afterwards. */
import type { SetupProgress } from '../../src/contract/setup.ts'
import type { SetupStep } from '../../src/contract/setup-names.ts'
import type { CheckPoll } from './check-poll.ts'
import type { Frame } from './frame.ts'
import type { Service } from './service.ts'

export interface StepContext {
  service: Service
  checks: CheckPoll
  announce: Frame['announce']
  /** Renders the buttons again after a change of what is allowed. */
  redrawFooter(): void
  saveProgress(change: Partial<SetupProgress>): Promise<void>
  goTo(step: SetupStep): void
  /** Completes the setup and opens the page. */
  finish(): Promise<void>
}

export interface ShownStep {
  content: HTMLElement
  /** Label of the next button and its additional action; without it the usual label is used. */
  next?: { text: string; press(): Promise<void> }
  /** Returns whether the next button is enabled; it is by default. */
  mayGoOn?(): boolean
  /** Further buttons beside the next button. */
  otherButtons?(): readonly HTMLElement[]
  end?(): void
}

export type Step = (context: StepContext) => ShownStep | Promise<ShownStep>
