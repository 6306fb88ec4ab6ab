/** Rows that tests show: every case has to pass, none may be skipped, and there has to be a minimum number. */
import type { Outcome } from '../row.ts'
import { runTests, type Tried } from './tests.ts'

interface Shown {
  files: readonly string[]
  /** Counts what was tried from the figures that the tests reported; by default the cases themselves. */
  tried?(told: Tried['told']): number
  least: number
  formatFigure?(tried: number, told: Tried['told']): string
}

const allAsTheyShouldBe = (count: number): string => `${count} cases, each as it should be`

export const byTests =
  ({ files, tried, least, formatFigure = allAsTheyShouldBe }: Shown) =>
  async (): Promise<Outcome> => {
    const { held, failed, skipped, told } = await runTests(files)
    const count = tried?.(told) ?? held
    const broken = failed.length === 0 ? '' : `; ${failed.length} of ${held + failed.length} tests fail: ${failed[0]}`
    const missing = skipped === 0 ? '' : `; ${skipped} tests cannot run here`
    return {
      figure: `${formatFigure(count, told)}${broken}${missing}`,
      reached: failed.length === 0 && skipped === 0 && count >= least,
    }
  }
