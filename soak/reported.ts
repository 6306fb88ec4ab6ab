/** Reports the outcome of a soak, as lines to read. */
import { isLevel, type Level } from './levels.ts'
import type { SoakRecord } from './record.ts'

export function reported({ counts, balance, levels }: SoakRecord): string {
  const { repeated, uncertain, ...faults } = balance
  return [
    Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
    ...Object.entries(faults).map(([fault, count]) => `${fault}: ${count}`),
    `came again under their own id: ${repeated}`,
    `uncertain, and said so: ${uncertain}`,
    ...levels.map(lineOf),
    '',
  ].join('\n')
}

function lineOf(level: Level): string {
  const target =
    level.below === undefined ? '' : `below ${shownTarget(level)}: ${isLevel(level) ? 'level' : 'NOT LEVEL'}`
  return `${level.what.padEnd(22)} ${shownLevel(level).padEnd(24)} ${target}`.trimEnd()
}

export const shownLevel = ({ figure, unit }: Level): string => `${figure.toFixed(2)} ${unit}`

export const shownTarget = ({ below }: Level): string => (below === undefined ? '' : below.toFixed(below < 10 ? 0 : 1))
