/** Says times in a table. */
import { percentile } from '../../statistics.ts'

export const inMs = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0))

export const p50And99 = (samples: readonly number[]): string =>
  `p50 ${inMs(percentile(samples, 0.5))}, p99 ${inMs(percentile(samples, 0.99))} ms`
