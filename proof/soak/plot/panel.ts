/** Draws one panel of the picture: a few lines over the hours of the day, each with its name at its end. */
import type { Point } from '../trend.ts'
import { apart, pathOf } from './line.ts'
import { scaleOf } from './scale.ts'

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
