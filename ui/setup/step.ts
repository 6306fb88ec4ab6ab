/** The interface of a step: what it shows, whether anything is left open in it, and what is cleaned up afterwards. */
import type { SetupProgressChange } from '../../src/contract/setup.ts'
import type { SetupStep } from '../../src/contract/setup-names.ts'
import type { CheckPoll } from './check-poll.ts'
import type { Frame } from './frame.ts'
import type { Service } from './service.ts'

export interface StepContext {
  service: Service
  checks: CheckPoll
  announce: Frame['announce']
  saveProgress(change: SetupProgressChange): Promise<void>
  goTo(step: SetupStep): void
  /** Completes the setup and opens the page. */
  finish(): Promise<void>
}

export interface ShownStep {
  content: HTMLElement
  /** Label of the next button and its additional action; without it the usual label is used. */
  next?: { text: string; press(): Promise<void> }
  /** Returns what stands in place of the next button, where the step must not be passed without a further look. */
  insteadOfNext?(): HTMLElement | undefined
  end?(): void
}

export type Step = (context: StepContext) => ShownStep | Promise<ShownStep>
