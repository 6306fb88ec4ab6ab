/** A menu by the second button of a mouse, by the menu key, or by a finger that stays where it is. */
import { type MouseEvent, type PointerEvent, type TouchEvent, useRef } from 'react'
import type { MenuPlace } from './Menu.tsx'

const pressMs = 500
const steadyPx = 10

export function useLongPress(open: (at: MenuPlace) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; at: MenuPlace; isDone: boolean }>(undefined)
  const cancel = () => clearTimeout(press.current?.timer)
  return {
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault()
      cancel()
      const { left, bottom } = event.currentTarget.getBoundingClientRect()
      // By the key it comes without a place.
      open(
        event.clientX === 0 && event.clientY === 0
          ? { x: left + 16, y: bottom }
          : { x: event.clientX, y: event.clientY },
      )
    },
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      cancel()
      if (pointerType !== 'touch') return
      const timer = setTimeout(() => {
        if (press.current) press.current.isDone = true
        open({ x, y })
      }, pressMs)
      press.current = { timer, at: { x, y }, isDone: false }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const at = press.current?.at
      if (at !== undefined && Math.hypot(clientX - at.x, clientY - at.y) > steadyPx) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    // What would follow is a click with a mouse that there is not: it would take the focus out of the menu.
    onTouchEnd: (event: TouchEvent) => {
      if (press.current?.isDone && event.cancelable) event.preventDefault()
    },
    onClick: (event: MouseEvent) => {
      if (press.current?.isDone) event.preventDefault()
      press.current = undefined
    },
  }
}
