/** Commits messages of many people at once. */
import type { Mac } from '../../simulator/mac.ts'

export const people = 40

/** Returns the time of the commit, as `performance.now()` reports it. */
export function burst({ messages }: Mac, rows: number): number {
  messages.transaction(() => {
    for (let index = 0; index < rows; index++)
      messages.receive({ from: `+1202555${1_000 + (index % people)}`, text: `Burst ${index}` })
  })
  return performance.now()
}
