/** Writes docs/performance.md from the recorded figures. */
import { writeFileSync } from 'node:fs'
import { performancePage } from './page.ts'
import { recorded } from './record.ts'

export const writePage = (): void =>
  writeFileSync(new URL('../../docs/performance.md', import.meta.url), performancePage(recorded()))
