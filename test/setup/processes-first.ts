/**
 * Orders test files: those that start processes, and wait for them, begin before those that only compute, so that a
 * long one does not remain alone at the end.
 */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const startProcesses = /^(test|packaging|proof|src\/(cli|plugins|messages-window))\//

export class ProcessesFirst extends BaseSequencer {
  /** Keeps the order within each half: failed files first, then long ones, as far as that is known. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const { root } = this.ctx.config
    const begins = ({ moduleId }: TestSpecification) => startProcesses.test(relative(root, moduleId))
    return [...sorted.filter(begins), ...sorted.filter((file) => !begins(file))]
  }
}
