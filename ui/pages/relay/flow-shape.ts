/** Draws the flow from people to plugins: a ribbon for each plugin, the thicker the more it was delivered today. */
import type { DestinationState } from '../../../src/contract/overview.ts'

export interface FlowLane {
  delivered: number
  state: DestinationState
}

export interface FlowRibbon {
  /** SVG path data in a box 100 wide and `flowHeight` high. */
  path: string
  /**
   * `blocked`: nothing gets through though it should; `halted`: nothing is handed over for now, though nothing is wrong; `idle`:
   * nothing was delivered today, so that only a line is drawn.
   */
  look: 'flowing' | 'blocked' | 'halted' | 'idle'
}

const lookOf = ({ delivered, state }: FlowLane): FlowRibbon['look'] => {
  if (state === 'failing' || state === 'stopped') return 'blocked'
  if (state === 'paused' || state === 'waiting') return 'halted'
  return delivered === 0 ? 'idle' : 'flowing'
}

/** Pixels. */
export const laneHeight = 64
export const laneGap = 12

export const flowHeight = (lanes: number): number => Math.max(1, lanes) * (laneHeight + laneGap) - laneGap

const [thinnest, thickest] = [5, 40]

/** Grows by the same amount for each tenfold, so that a quiet and a busy day both can be told from an idle one. */
export const thicknessOf = (messages: number): number =>
  messages === 0 ? 0 : Math.min(thickest, thinnest + 9 * Math.log10(1 + messages))

/** A straight ribbon through the middle of a box of this height. */
export function trunkOf(messages: number, height: number): FlowRibbon {
  const thickness = thicknessOf(messages)
  const middle = height / 2
  return thickness === 0
    ? { path: line(middle, middle), look: 'idle' }
    : { path: band(middle - thickness / 2, middle - thickness / 2, thickness, thickness), look: 'flowing' }
}

/** The ribbons part from the middle of the left side, beside each other, and end in the middle of their lanes. */
export function branchesOf(lanes: readonly FlowLane[]): FlowRibbon[] {
  const height = flowHeight(lanes.length)
  const total = lanes.reduce((sum, { delivered }) => sum + delivered, 0)
  const shares = lanes.map(({ delivered }) => (total === 0 ? 0 : (thicknessOf(total) * delivered) / total))
  let from = height / 2 - shares.reduce((sum, share) => sum + share, 0) / 2
  return lanes.map((lane, index) => {
    const { delivered } = lane
    const look = lookOf(lane)
    const middle = index * (laneHeight + laneGap) + laneHeight / 2
    const share = shares[index] ?? 0
    const start = from
    from += share
    if (delivered === 0) return { path: line(start, middle), look }
    const end = Math.max(3, share)
    return { path: band(start, middle - end / 2, share, end), look }
  })
}

const line = (from: number, to: number): string => `M0 ${at(from)}C50 ${at(from)} 50 ${at(to)} 100 ${at(to)}`

const band = (from: number, to: number, startThickness: number, endThickness: number): string => {
  const [low, end] = [from + startThickness, to + endThickness]
  return `${line(from, to)}V${at(end)}C50 ${at(end)} 50 ${at(low)} 0 ${at(low)}Z`
}

const at = (value: number): number => Math.round(value * 10) / 10
