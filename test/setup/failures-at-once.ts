/** Reports a failure when it happens, so that a run which is ended early, or takes an hour, tells what is wrong. */
import { relative } from 'node:path'
import type { Reporter, TestCase, Vitest } from 'vitest/node'
import { described } from './described-error.ts'

export class FailuresAtOnce implements Reporter {
  #root = ''

  onInit({ config }: Vitest): void {
    this.#root = config.root
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result()
    if (state !== 'failed') return
    const lines = [`   ${relative(this.#root, test.module.moduleId)}: ${test.fullName}`, ...errors.map(described)]
    process.stdout.write(`\n Failed:\n${lines.join('\n')}\n`)
  }
}
