/** Draws one panel of the picture: a few lines over the hours of the day, each with its name at its end. */
import type { Point } from '../levels.ts'

export interface Line {
  name: string
  /** The class of its colour. */
  colour: string
  points: readonly Point[]
}

export interface Panel {
  title: string
  unit: string
  lines: readonly Line[]
}

export interface Frame {
  x: number
  y: number
  width: number
  height: number
}

export interface Day {
  hours: number
  /** When a process was restarted, and the class of its colour. */
  restarts: readonly { atH: number; colour: string }[]
}

const margin = { top: 30, right: 78, bottom: 26, left: 36 }
const nameHeight = 13

export function panelSvg({ title, unit, lines }: Panel, frame: Frame, { hours, restarts }: Day): string {
  const left = margin.left
  const right = frame.width - margin.right
  const bottom = frame.height - margin.bottom
  const x = (atH: number) => left + ((right - left) * atH) / hours
  const most = Math.max(...lines.flatMap(({ points }) => points.map(({ y }) => y)), 0)
  const scale = scaleOf({ most, from: bottom, to: margin.top })
  const ends = lines.map(({ points }) => scale.at(points.at(-1)?.y ?? 0))
  const places = apart(ends, { least: nameHeight, lowest: bottom })
  return [
    `<g transform="translate(${frame.x} ${frame.y})">`,
    `<text class="title" x="${left - 28}" y="14">${title} <tspan class="soft">${unit}</tspan></text>`,
    `<rect class="band" x="${x(hours / 2)}" y="${margin.top}" width="${right - x(hours / 2)}" height="${bottom - margin.top}"/>`,
    ...scale.ticks.map(
      (tick) =>
        `<line class="grid" x1="${left}" x2="${right}" y1="${scale.at(tick)}" y2="${scale.at(tick)}"/>` +
        `<text class="tick" x="${left - 6}" y="${scale.at(tick) + 4}" text-anchor="end">${shown(tick)}</text>`,
    ),
    ...hoursShown(hours).map(
      (hour) => `<text class="tick" x="${x(hour)}" y="${bottom + 17}" text-anchor="middle">${hour}</text>`,
    ),
    `<text class="tick" x="${right + 12}" y="${bottom + 17}">hours</text>`,
    ...restarts.map(
      ({ atH, colour }) =>
        `<line class="restart ${colour}" x1="${x(atH)}" x2="${x(atH)}" y1="${margin.top - 5}" y2="${bottom}"/>`,
    ),
    ...lines.map(({ points, colour }) => {
      // There is no line where a process was not running.
      const gap = (3 * (right - left)) / points.length
      const path = pathOf(
        points.map((point) => ({ x: x(point.x), y: scale.at(point.y) })),
        gap,
      )
      return `<path class="line ${colour}" d="${path}"/>`
    }),
    ...lines.map(
      ({ name, colour }, index) =>
        `<text class="name ${colour}" x="${right + 7}" y="${(places[index] ?? 0) + 4}">${name}</text>`,
    ),
    '</g>',
  ].join('\n')
}

const hoursShown = (hours: number): number[] => scaleOf({ most: hours, from: 0, to: 1 }).ticks.filter((h) => h <= hours)

const shown = (value: number): string => String(Math.round(value * 1_000) / 1_000)

/** Leaves a gap along x open if it is wider than `gap`. */
export function pathOf(points: readonly Point[], gap = Number.POSITIVE_INFINITY): string {
  return points
    .map(({ x, y }, place) => {
      const before = points[place - 1]
      const isJoined = before !== undefined && x - before.x <= gap
      return `${isJoined ? 'L' : 'M'}${shortly(x)} ${shortly(y)}`
    })
    .join('')
}

const shortly = (value: number): string => String(Math.round(value * 10) / 10)

/** Moves each place no further than necessary, and keeps their order. */
export function apart(places: readonly number[], { least, lowest }: { least: number; lowest: number }): number[] {
  const order = places.map((_, index) => index).toSorted((one, other) => (places[one] ?? 0) - (places[other] ?? 0))
  const moved = [...places]
  let above = Number.NEGATIVE_INFINITY
  for (const index of order) above = moved[index] = Math.max(places[index] ?? 0, above + least)
  let below = lowest + least
  for (const index of order.toReversed()) below = moved[index] = Math.min(moved[index] ?? 0, below - least)
  return moved
}

interface Scale {
  /** Round values, from zero to just above the largest value. */
  ticks: readonly number[]
  at(value: number): number
}

interface Range {
  /** The largest value that has to be visible. */
  most: number
  /** The positions of zero and the last tick, in pixels. */
  from: number
  to: number
}

const steps = 4

export function scaleOf({ most, from, to }: Range): Scale {
  const step = roundStep(most / steps)
  const count = Math.max(1, Math.ceil(most / step - 1e-9))
  const ticks = Array.from({ length: count + 1 }, (_, place) => place * step)
  const last = count * step
  return { ticks, at: (value) => from + ((to - from) * value) / last }
}

/** Returns 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  if (!(least > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find((times) => times * power >= least * (1 - 1e-9)) ?? 10)
}
