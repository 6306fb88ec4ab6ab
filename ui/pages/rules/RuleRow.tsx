/** Shows one rule in the list: its sentence, how often it fired, its position and its switch. */
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type ComponentProps, Fragment } from 'react'
import { Link } from 'wouter'
import type { Rule } from '../../../src/contract/rule.ts'
import { whenOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Switch } from '../../kit/Switch.tsx'
import { paths } from '../../routes.ts'
import { ActionWords } from './ActionWords.tsx'
import styles from './Rules.module.css'
import { readable } from './readable.ts'
import type { Clause } from './sentence.ts'
import { timesOf } from './times.ts'
import { useSwitchRule } from './use-rules.ts'

interface Props {
  rule: Rule
  mayChange: boolean
  isHeld: boolean
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  /** Props of the handle by which the row is dragged. */
  handle: ComponentProps<'span'> | undefined
}

export function RuleRow({ rule, mayChange, isHeld, isFirst, isLast, onMove, handle }: Props) {
  const { id, name, enabled } = rule
  const { mutate: switchRule, isPending, variables } = useSwitchRule()
  return (
    <div className={styles.row} data-held={isHeld}>
      {handle !== undefined && (
        <span {...handle} className={styles.handle} title={t('rules.drag')}>
          <GripVertical size={16} aria-hidden />
        </span>
      )}
      <div className={styles.about}>
        <Link href={paths.rules(id)} className={styles.name} dir="auto">
          {name}
        </Link>
        <RuleSentence rule={rule} />
        <p className={styles.quiet}>{firedOf(rule)}</p>
      </div>
      <IconButton label={t('rules.up', { name })} disabled={isFirst || !mayChange} onClick={() => onMove(-1)}>
        <ArrowUp size={16} aria-hidden />
      </IconButton>
      <IconButton label={t('rules.down', { name })} disabled={isLast || !mayChange} onClick={() => onMove(1)}>
        <ArrowDown size={16} aria-hidden />
      </IconButton>
      <Switch
        label={t('rules.switch', { name })}
        // Shows the new choice at once.
        checked={isPending ? variables.enabled : enabled}
        disabled={!mayChange}
        onChange={(checked) => switchRule({ id, enabled: checked })}
      />
    </div>
  )
}

function firedOf({ fired_count: count, last_fired_at: last }: Rule): string {
  if (count === 0) return t('rules.never_fired')
  const times = t('rules.fired', { count })
  return last === null ? times : `${times}, ${t('rules.fired_last', { when: whenOf(last) })}`
}

type SpokenRule = Pick<Rule, 'conditions' | 'action' | 'hours' | 'days'>

/** Shows a rule as a sentence; conditions that are nested too deeply for one are shown as text. */
function RuleSentence({ rule: { conditions, action, hours, days } }: { rule: SpokenRule }) {
  const sentence = readable(conditions)
  return (
    <p className={styles.sentence}>
      {sentence === undefined ? (
        <code dir="auto">{conditions}</code>
      ) : (
        sentence.clauses.map((clause, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a clause has no key but its position
          <Fragment key={at}>
            {at > 0 && ` ${t(`rules.joined_${sentence.join}`)} `}
            {t(`rules.is_${clause.not ? 'not_' : ''}${clause.is}`)} <Value clause={clause} />
          </Fragment>
        ))
      )}
      {timesOf({ hours, days }).map((time) => `, ${time}`)}
      {`, ${t('rules.so')} `}
      <ActionWords action={action} />
    </p>
  )
}

const Value = ({ clause: { is, value } }: { clause: Clause }) =>
  is === 'in' ? t(value === 'group' ? 'rules.in_group' : 'rules.in_direct') : <q dir="auto">{value}</q>
