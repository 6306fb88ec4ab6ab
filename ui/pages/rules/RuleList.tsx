/** Lists the rules in order; buttons or dragging change the order. */

import { type DragEvent, useState } from 'react'
import type { Rule } from '../../../src/contract/rule.ts'
import { useMay } from '../../api/session.ts'
import { Card } from '../../kit/PageFrame.tsx'
import { moved } from './order.ts'
import { RuleRow } from './RuleRow.tsx'
import { useMoveRule } from './use-rules.ts'

export function RuleList({ rules }: { rules: readonly Rule[] }) {
  const mayChange = useMay('admin')
  const { mutate: move, isPending, variables } = useMoveRule()
  const shown = isPending ? moved(rules, variables) : rules
  const { held, handle, row } = useDragOrder((id, to) => move({ id, to }))
  const ordered = held === undefined ? shown : moved(shown, held)
  return (
    <Card>
      {ordered.map((rule, at) => (
        <div key={rule.id} {...row(at)}>
          <RuleRow
            rule={rule}
            mayChange={mayChange}
            isHeld={held?.id === rule.id}
            isFirst={at === 0}
            isLast={at === ordered.length - 1}
            onMove={(by) => move({ id: rule.id, to: at + by })}
            handle={mayChange && ordered.length > 1 ? handle(rule.id, at) : undefined}
          />
        </div>
      ))}
    </Card>
  )
}

interface Held {
  id: string
  /** The position that the row would take if it were dropped now. */
  to: number
}

/** Lets rows be dragged to another position by their handle; the new position is known while a row is held. */
function useDragOrder(onMove: (id: string, to: number) => void) {
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
