/** Lists the rules in order; buttons or dragging change the order. */
import type { Rule } from '../../../src/contract/rule.ts'
import { useMay } from '../../api/session.ts'
import { Card } from '../../kit/PageFrame.tsx'
import { moved } from './order.ts'
import { RuleRow } from './RuleRow.tsx'
import { useDragOrder } from './use-drag-order.ts'
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
