/** Opens a menu by right click, by the menu key, or by a long press. */
import { type MouseEvent, type PointerEvent, type TouchEvent, useRef } from 'react'
import { type Box, pointAt } from './box.ts'

const pressMs = 500
const steadyPx = 10

interface Press {
  timer: ReturnType<typeof setTimeout>
  x: number
  y: number
  isDone: boolean
}

export function useLongPress(open: (at: Box) => void) {
  const press = useRef<Press>(undefined)
  const cancel = () => clearTimeout(press.current?.timer)
  return {
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault()
      cancel()
      // The menu key sends the event without a position.
      const isByKey = event.clientX === 0 && event.clientY === 0
      open(isByKey ? event.currentTarget.getBoundingClientRect() : pointAt(event.clientX, event.clientY))
    },
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      cancel()
      if (pointerType !== 'touch') return
      const timer = setTimeout(() => {
        if (press.current) press.current.isDone = true
        open(pointAt(x, y))
      }, pressMs)
      press.current = { timer, x, y, isDone: false }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = press.current
      if (from !== undefined && Math.hypot(clientX - from.x, clientY - from.y) > steadyPx) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    // Suppresses the emulated mouse click, which would take the focus out of the menu.
    onTouchEnd: (event: TouchEvent) => {
      if (press.current?.isDone && event.cancelable) event.preventDefault()
    },
    onClick: (event: MouseEvent) => {
      if (press.current?.isDone) event.preventDefault()
      press.current = undefined
    },
  }
}
