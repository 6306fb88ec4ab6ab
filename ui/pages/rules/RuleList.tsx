/** The rules in their order, each with its switch. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Link } from 'wouter'
import type { Rule } from '../../../src/contract/rule.ts'
import { useMay } from '../../api/session.ts'
import { dayOf, timeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Card } from '../../kit/PageFrame.tsx'
import { Switch } from '../../kit/Switch.tsx'
import { paths } from '../../routes.ts'
import styles from './Rules.module.css'
import { useMoveRule, useSwitchRule } from './use-rules.ts'

export const RuleList = ({ rules }: { rules: readonly Rule[] }) => (
  <Card>
    {rules.map((rule, index) => (
      <RuleRow key={rule.id} rule={rule} isFirst={index === 0} isLast={index === rules.length - 1} />
    ))}
  </Card>
)

function RuleRow({ rule, isFirst, isLast }: { rule: Rule; isFirst: boolean; isLast: boolean }) {
  const { id, name, enabled, conditions } = rule
  const { mutate: switchRule } = useSwitchRule()
  const { mutate: move } = useMoveRule()
  const mayChange = useMay('admin')
  return (
    <div className={styles.row}>
      <div className={styles.about}>
        <Link href={paths.rules(id)} className={styles.name} dir="auto">
          {name}
        </Link>
        <code dir="auto">{conditions}</code>
        <p className={styles.quiet}>{firedOf(rule)}</p>
      </div>
      <IconButton label={t('rules.up', { name })} disabled={isFirst || !mayChange} onClick={() => move({ id, by: -1 })}>
        <ArrowUp size={16} aria-hidden />
      </IconButton>
      <IconButton label={t('rules.down', { name })} disabled={isLast || !mayChange} onClick={() => move({ id, by: 1 })}>
        <ArrowDown size={16} aria-hidden />
      </IconButton>
      <Switch
        label={t('rules.switch', { name })}
        checked={enabled}
        disabled={!mayChange}
        onChange={(checked) => switchRule({ id, enabled: checked })}
      />
    </div>
  )
}

function firedOf({ fired_count: count, last_fired_at: last }: Rule): string {
  if (count === 0) return t('rules.never_fired')
  const times = t('rules.fired', { count })
  return last === null ? times : `${times}, ${t('rules.fired_last', { day: dayOf(last), time: timeOf(last) })}`
}
