/** Reports a failure when it happens, so that a run which is ended early, or takes an hour, tells what is wrong. */
import type { Reporter, TestCase, Vitest } from 'vitest/node'
import { describedTest } from './described-test.ts'

export class FailuresAtOnce implements Reporter {
  #root = ''

  onInit({ config }: Vitest): void {
    this.#root = config.root
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') process.stdout.write(`\n Failed:\n${describedTest(test, this.#root)}\n`)
  }
}
