/** The icon of a delivery's state; words beside it say the same. */
import { Check, CircleAlert, Clock, ListFilter, type LucideIcon, RotateCw } from 'lucide-react'
import type { DeliveryProgress } from '../../../src/contract/delivery.ts'
import styles from './Deliveries.module.css'

const icons: Readonly<Record<DeliveryProgress, LucideIcon>> = {
  queued: Clock,
  retrying: RotateCw,
  delivered: Check,
  failed: CircleAlert,
  filtered: ListFilter,
}

export function StateIcon({ state, size = 16 }: { state: DeliveryProgress; size?: number }) {
  const Icon = icons[state]
  return <Icon size={size} className={styles.icon} data-state={state} aria-hidden />
}
