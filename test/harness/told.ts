/** Adds figures of a test to the report of the run. */
import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    told?: Readonly<Record<string, number>>
  }
}

export function tell({ task }: Pick<TestContext, 'task'>, figures: Readonly<Record<string, number>>): void {
  task.meta.told = { ...task.meta.told, ...figures }
}

/** The suite tries a part of the cases; `npm run proof -- whole` and the scoreboard try every one. */
export const isWhole = process.env.WHOLE === '1'
