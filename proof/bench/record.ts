/** Keeps the last measurements in figures.json, part by part: a new measurement of a part replaces the old one. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Figure } from './figure.ts'

export interface Part {
  bench: string
  messages?: number
  /** When it began, ISO 8601 to the minute. */
  at: string
  /** Processor, cores, memory, Node. */
  machine: string
  commit: string
  /** Whether the installed package was measured. Older figures, taken from the sources, do not say so. */
  isInstalled?: boolean
  seconds: number
  /** Milliseconds of a fixed calculation just before, which shows how fast the machine was at that moment. */
  paceMs: number
  figures: Figure[]
  /** Why there are no figures, in one line. */
  failed?: string
}

const file = new URL('figures.json', import.meta.url)

export const recorded = (): Part[] => JSON.parse(readFileSync(file, 'utf8')) as Part[]

type Place = Pick<Part, 'bench' | 'messages'>

const isSame = (one: Place, other: Place): boolean => one.bench === other.bench && one.messages === other.messages

export function withPart(parts: readonly Part[], part: Part): Part[] {
  const at = parts.findIndex((each) => isSame(each, part))
  return at < 0 ? [...parts, part] : parts.with(at, part)
}

/** Drops parts that are no longer measured. */
export function record(part: Part, measured: readonly Place[]): void {
  const parts = withPart(recorded(), part).filter((each) => measured.some((place) => isSame(place, each)))
  writeFileSync(file, `${JSON.stringify(parts.map(rounded), null, 1)}\n`)
}

/** Four digits are all the precision that such a figure has. */
const rounded = (part: Part): Part => ({
  ...part,
  figures: part.figures.map((figure) => ({
    ...figure,
    measured: toFourDigits(figure.measured),
    ...(figure.target !== undefined && { target: toFourDigits(figure.target) }),
    ...(figure.floor && { floor: { ...figure.floor, measured: toFourDigits(figure.floor.measured) } }),
  })),
})

const toFourDigits = (value: number): number =>
  Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(4))
