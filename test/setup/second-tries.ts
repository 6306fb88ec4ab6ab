/** Reports after all tests which of them showed what they wait for only at their second try, and what the first one lacked. */
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { describedTest } from './described-test.ts'

export class SecondTries implements Reporter {
  #root = ''

  onInit({ config }: Vitest): void {
    this.#root = config.root
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const late = modules.flatMap((module) => [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky))
    if (late.length === 0) return
    const lines = late.map((test) => describedTest(test, this.#root))
    process.stdout.write(`\n Needed a second try, which is a fault to find: ${late.length}\n${lines.join('\n')}\n`)
  }
}
