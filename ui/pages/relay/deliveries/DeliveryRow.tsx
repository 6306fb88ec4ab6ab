/** Shows one row of the list: the time, the sender, the plugin and the state. */
import { memo } from 'react'
import type { Delivery } from '../../../../src/contract/delivery.ts'
import { dateAndTimeOf, whenOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { personWords, stateWords } from '../../../parts/deliveries/delivery-words.ts'
import { StateIcon } from '../../../parts/deliveries/StateIcon.tsx'
import styles from './Deliveries.module.css'

interface Props {
  delivery: Delivery
  pluginName: string
  index: number
  start: number
  height: number
  /** Number of all rows; -1 while it is not known. */
  count: number
  /** Address of the list, to which the row adds its delivery. */
  list: string
  /** Whether Tab reaches the row. */
  isActive: boolean
  isOpen: boolean
  onFocus(id: string): void
}

export const DeliveryRow = memo(function DeliveryRow({ delivery, ...props }: Props) {
  const { pluginName, index, start, height, count, list, isActive, isOpen, onFocus } = props
  const { id, state, created_at, attempts } = delivery
  const when = whenOf(created_at)
  return (
    <li
      className={styles.row}
      style={{ transform: `translateY(${start}px)`, blockSize: height }}
      aria-posinset={index + 1}
      aria-setsize={count}
    >
      <a
        href={`${list}${list.includes('?') ? '&' : '?'}delivery=${encodeURIComponent(id)}`}
        className={styles.link}
        data-id={id}
        data-state={state}
        tabIndex={isActive ? 0 : -1}
        aria-current={isOpen || undefined}
        onFocus={() => onFocus(id)}
      >
        <StateIcon state={state} />
        <time dateTime={created_at} title={dateAndTimeOf(created_at)}>
          {when}
        </time>
        <bdi className={styles.person}>{personWords(delivery)}</bdi>
        <bdi className={styles.plugin}>{pluginName}</bdi>
        <span className={styles.words} dir="auto">
          {stateWords(delivery, { beside: when })}
          {attempts > 1 && <small> · {t('deliveries.attempts', { count: attempts })}</small>}
        </span>
      </a>
    </li>
  )
})
