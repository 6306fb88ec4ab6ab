/** Figures of a test for whoever runs it to learn them: they stand in the report of the run. */
import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    told?: Readonly<Record<string, number>>
  }
}

export function tell({ task }: Pick<TestContext, 'task'>, figures: Readonly<Record<string, number>>): void {
  task.meta.told = { ...task.meta.told, ...figures }
}

/** Everything there is to try is tried for the scoreboard; the suite tries a part of it each time. */
export const isWhole = process.env.WHOLE === '1'
