/**
 * Zooms and moves a picture by wheel, touch and double click; a sideways swipe over an unzoomed picture goes to the
 * next one.
 */
import { type PointerEvent, useRef, useState, type WheelEvent } from 'react'
import { moved, swiped, type View, whole, zoomed } from './zoom.ts'

interface Point {
  x: number
  y: number
}

const step = 1.5
const closeUp = 2.5

export function useZoom(onSwipe: (by: 1 | -1) => void) {
  const stage = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>(whole)
  const fingers = useRef(new Map<number, Point>())
  const begun = useRef<Point>({ x: 0, y: 0 })

  const room = () => ({ width: stage.current?.clientWidth ?? 0, height: stage.current?.clientHeight ?? 0 })
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0, width = 0, height = 0 } = stage.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const zoom = (by: number, at: Point = { x: 0, y: 0 }) => setView((now) => zoomed(now, { by, at, room: room() }))

  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (before === undefined) return
    const now = fromMiddle(event)
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    if (other !== undefined) zoom(distance(now, other) / Math.max(1, distance(before, other)), other)
    else setView((view) => moved(view, { x: now.x - before.x, y: now.y - before.y, room: room() }))
  }
  const onPointerUp = (event: PointerEvent) => {
    const isLast = fingers.current.delete(event.pointerId) && fingers.current.size === 0
    if (!isLast || view.scale > 1 || event.pointerType === 'mouse') return
    const to = swiped({ x: event.clientX - begun.current.x, y: event.clientY - begun.current.y })
    if (to !== 0) onSwipe(to)
  }
  return {
    view,
    larger: () => zoom(step),
    smaller: () => zoom(1 / step),
    reset: () => setView(whole),
    gestures: {
      ref: stage,
      onWheel: (event: WheelEvent) => zoom(Math.exp(-event.deltaY / 400), fromMiddle(event)),
      onDoubleClick: (event: React.MouseEvent) => (view.scale > 1 ? setView(whole) : zoom(closeUp, fromMiddle(event))),
      onPointerDown: (event: PointerEvent) => {
        if (event.target instanceof HTMLVideoElement) return
        fingers.current.set(event.pointerId, fromMiddle(event))
        begun.current = { x: event.clientX, y: event.clientY }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove,
      onPointerUp,
      onPointerCancel: ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId),
    },
  }
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
