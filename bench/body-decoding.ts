/** The decoding of message bodies as figures beside its floor. */
import type { Figure } from './harness/figure.ts'

const targets: Record<string, number> = { decodeText: 25, decodeBody: 10 }

/** The library that is compared with is large, so that it is loaded for this alone. */
export async function bodyDecoding(): Promise<Figure[]> {
  const { run } = await import('./typedstream.ts')
  return (await run()).flatMap(({ work, oursUs, floorUs, ratio, nodeTypedstreamUs }): Figure[] => [
    {
      work: `${work}, a body`,
      measured: oursUs,
      unit: 'µs',
      floor: { what: 'cutting the text out', measured: floorUs },
    },
    {
      work: `${work}: node-typedstream takes ${nodeTypedstreamUs.toFixed(0)} µs, that is`,
      measured: ratio,
      unit: '×',
      target: targets[work] ?? 1,
    },
  ])
}
