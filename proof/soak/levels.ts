/**
 * Checks whether everything levels off: compares the trend of each quantity in the second half of the day with its
 * limit.
 */
import { median } from '../statistics.ts'
import { type FileName, type ProcessName, type ProcessSample, processNames, type Sample } from './sample.ts'

export interface Point {
  x: number
  y: number
}

export interface Level {
  what: string
  /** The measured value, in `unit`. */
  figure: number
  unit: 'MB an hour' | 'in four hours' | 'MB at most' | 'MB left' | 'kB for a message'
  /** The limit that it has to stay below; a quantity that may grow has none. */
  below?: number
}

const mostGrowthMbPerHour = { resident: 1, kept: 0.2 }
/**
 * The bridge remembers how the last 20,000 rows looked, and a tenth more before it forgets the oldest: what it keeps is
 * level only from then on.
 */
const messagesUntilFull = 22_000
/** The number of samples from which a slope can be told. */
const leastSamples = 20
/** The change in four hours has to stay below one. */
const mostMore = 1
const mostLeftMb = 1
/** The number of samples at the end, of which the smallest shows what is left. */
const quietFor = 20
const logFilesMb = 5 * 1.048576

const bounded: readonly (readonly [FileName, number])[] = [
  ['chat.db-wal', 64],
  ['journal.db-wal', 20],
  ['search.db-wal', 20],
  ['echo_log.db-wal', 20],
  ['log', logFilesMb + 0.1],
  ['audit', logFilesMb],
]
const growing: readonly FileName[] = ['journal.db', 'search.db', 'echo_log.db']

export function levelsOf(samples: readonly Sample[]): Level[] {
  const half = (samples.at(-1)?.atH ?? 0) / 2
  const last = samples.filter(({ atH }) => atH >= half)
  const full = last.filter(({ messages }) => messages >= messagesUntilFull)
  return [...processNames.flatMap((name) => ofProcess(last, full, name)), ...ofFiles(last)]
}

export const isLevel = ({ figure, below }: Level): boolean => below === undefined || figure < below

/** `full` are the samples since when the process has as much as it remembers. */
function ofProcess(samples: readonly Sample[], full: readonly Sample[], name: ProcessName): Level[] {
  const slope = (key: keyof ProcessSample) => slopeOf(pointsOf(samples, name, key))
  const kept = pointsOf(full, name, 'keptMb')
  const more = (key: 'descriptors' | 'threads'): Level => ({
    what: `${key}, ${name}`,
    figure: Math.abs(slope(key)) * 4,
    unit: 'in four hours',
    below: mostMore,
  })
  return [
    { what: `memory, ${name}`, figure: slope('residentMb'), unit: 'MB an hour', below: mostGrowthMbPerHour.resident },
    ...(kept.length < leastSamples
      ? []
      : [
          {
            what: `memory after collection, ${name}`,
            figure: leastSquaresSlopeOf(kept),
            unit: 'MB an hour' as const,
            below: mostGrowthMbPerHour.kept,
          },
        ]),
    more('descriptors'),
    more('threads'),
  ]
}

export const pointsOf = (samples: readonly Sample[], name: ProcessName, key: keyof ProcessSample): Point[] =>
  samples.flatMap(({ atH, processes }) => {
    const y = processes[name]?.[key]
    return y === undefined ? [] : [{ x: atH, y }]
  })

function ofFiles(samples: readonly Sample[]): Level[] {
  const most = (name: FileName) => Math.max(...samples.map(({ files }) => files[name]))
  const least = (name: FileName) => Math.min(...samples.slice(-quietFor).map(({ files }) => files[name]))
  const first = samples[0]
  const last = samples.at(-1)
  const messages = (last?.messages ?? 0) - (first?.messages ?? 0)
  const grown = (name: FileName) => (last?.files[name] ?? 0) - (first?.files[name] ?? 0)
  return [
    ...bounded.map(([what, below]): Level => ({ what, figure: most(what), unit: 'MB at most', below })),
    // A backup is as large as its contents and is removed again; files that nobody removes remain when all others are
    // gone.
    { what: 'temporary files', figure: least('temporary files'), unit: 'MB left', below: mostLeftMb },
    ...growing.map((what): Level => ({ what, figure: (grown(what) * 1_000) / messages, unit: 'kB for a message' })),
  ]
}

/**
 * Returns the median of the slopes between all pairs: up to about a third of the samples can be outliers without
 * changing it.
 */
export function slopeOf(points: readonly Point[]): number {
  const slopes = points.flatMap((one, place) =>
    points.slice(place + 1).flatMap((other) => (other.x === one.x ? [] : [(other.y - one.y) / (other.x - one.x)])),
  )
  return slopes.length === 0 ? 0 : median(slopes)
}

/** Returns the slope of the line that fits best: what is left after a collection has no outliers, and steps count. */
export function leastSquaresSlopeOf(points: readonly Point[]): number {
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  const spread = mean((point) => (point.x - x) ** 2)
  return spread === 0 ? 0 : mean((point) => (point.x - x) * (point.y - y)) / spread
}
