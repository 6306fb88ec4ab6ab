/** Reports after all tests which of them showed what they wait for only at their second try. */
import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

export class SecondTries implements Reporter {
  #root = ''

  onInit({ config }: Vitest): void {
    this.#root = config.root
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const late = modules.flatMap((module) => [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky))
    if (late.length === 0) return
    const lines = late.map(({ module, fullName }) => `   ${relative(this.#root, module.moduleId)}: ${fullName}`)
    process.stdout.write(`\n Needed a second try, which is a fault to find: ${late.length}\n${lines.join('\n')}\n`)
  }
}
