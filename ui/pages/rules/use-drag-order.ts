/** Lets rows be dragged to another position by their handle; the new position is known while a row is held. */
import { type DragEvent, useState } from 'react'

interface Held {
  id: string
  /** The position that the row would take if it were dropped now. */
  to: number
}

export function useDragOrder(onMove: (id: string, to: number) => void) {
  const [held, setHeld] = useState<Held>()
  const end = () => setHeld(undefined)
  return {
    held,
    handle: (id: string, at: number) => ({
      draggable: true,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', '')
        setHeld({ id, to: at })
      },
      onDragEnd: end,
    }),
    row: (at: number) => ({
      onDragOver: (event: DragEvent) => {
        if (held === undefined) return
        event.preventDefault()
        if (held.to !== at) setHeld({ ...held, to: at })
      },
      onDrop: (event: DragEvent) => {
        if (held === undefined) return
        event.preventDefault()
        onMove(held.id, held.to)
        end()
      },
    }),
  }
}
