/** The newest deliveries as they happen, with those that fail on top. */
import { CircleAlert, CircleCheck, CircleMinus, Clock, type LucideIcon, RotateCw } from 'lucide-react'
import { Link } from 'wouter'
import type { Delivery } from '../../../src/contract/delivery.ts'
import type { Destination } from '../../../src/contract/overview.ts'
import { dateAndTimeOf, shortTimeOf } from '../../catalogue/dates.ts'
import { reasonWords } from '../../catalogue/reason-words.ts'
import { t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import sheet from '../../kit/sheet.module.css'
import { paths } from '../../routes.ts'
import { isFailure, stateWords } from './newest-deliveries.ts'
import styles from './Relay.module.css'
import { useNewestDeliveries } from './use-overview.ts'

export function NewestDeliveries({ plugins }: { plugins: readonly Destination[] }) {
  const { deliveries, error, retry } = useNewestDeliveries()
  return (
    <section className={styles.newest}>
      <header>
        <h2>{t('relay.deliveries')}</h2>
        <LinkButton kind="quiet" size="small" href={paths.deliveries()}>
          {t('relay.all_deliveries')}
        </LinkButton>
      </header>
      <div className={sheet.sheet}>
        {error !== null && <ErrorState error={error} onRetry={retry} />}
        {deliveries === undefined && error === null && <Skeleton rows={5} height={44} />}
        {deliveries?.length === 0 && <p className={sheet.empty}>{t('relay.deliveries_none')}</p>}
        {deliveries !== undefined && deliveries.length > 0 && (
          <ul>
            {deliveries.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} plugin={titleOf(plugins, delivery.plugin)} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

const titleOf = (plugins: readonly Destination[], name: string): string =>
  plugins.find((plugin) => plugin.name === name)?.display_name ?? name

const icons: Readonly<Record<Delivery['state'], LucideIcon>> = {
  queued: Clock,
  retrying: RotateCw,
  delivered: CircleCheck,
  failed: CircleAlert,
  filtered: CircleMinus,
}

function Row({ delivery, plugin }: { delivery: Delivery; plugin: string }) {
  const { id, state, created_at: at, conversation_name: conversation, sender, last_error: reason } = delivery
  const Icon = icons[state]
  return (
    <li>
      <Link href={paths.deliveries({ delivery: id })} className={styles.delivery} data-state={state}>
        <Icon size={17} aria-hidden />
        <span className={styles.who}>
          <bdi>{conversation ?? sender ?? t('relay.unknown_person')}</bdi>
        </span>
        <span className={styles.to}>
          <bdi>{plugin}</bdi>
        </span>
        <span className={styles.did}>
          {stateWords(delivery)}
          {isFailure(delivery) && reason !== null && <bdi>{`: ${reasonWords(reason)}`}</bdi>}
        </span>
        <time dateTime={at} title={dateAndTimeOf(at)}>
          {shortTimeOf(at)}
        </time>
      </Link>
    </li>
  )
}
