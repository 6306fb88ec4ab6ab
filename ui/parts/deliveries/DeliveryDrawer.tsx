/**
 * Shows one delivery in a drawer: its state, every attempt, what the plugin was handed, and the actions that are
 * possible now.
 */
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Copy } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { ClientError } from '../../../src/client/client-error.ts'
import type { DeliveryAttempt, DeliveryDetails } from '../../../src/contract/delivery.ts'
import { asking } from '../../api/ask.ts'
import { useMay } from '../../api/session.ts'
import { dateAndTimeOf, formatOf, whenOf } from '../../catalogue/dates.ts'
import { reasonSentence } from '../../catalogue/reason-words.ts'
import { t } from '../../catalogue/texts.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { copy } from '../../kit/copy.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../kit/States.tsx'
import { paths } from '../../routes.ts'
import { curlOf, webhookSettingsIn } from './curl.ts'
import styles from './Deliveries.module.css'
import { isOpen, personWords, stateWords, tookWords } from './delivery-words.ts'
import { StateIcon } from './StateIcon.tsx'
import { useDelivery, useDeliveryChanges } from './use-delivery.ts'
import { usePluginNames } from './use-plugin-names.ts'

interface Props {
  id: string
  onClose(): void
  /** Shows another delivery in its place. */
  onShow(id: string): void
  /** Called when a link leads away. */
  onLeave?: () => void
  /** The deliveries before and after it in the list from which it was opened. */
  newer?: string | undefined
  older?: string | undefined
}

export default function DeliveryDrawer({ id, ...rest }: Props) {
  const { onClose } = rest
  const { data, error, refetch } = useDelivery(id)
  if (data !== undefined) return <Drawer delivery={data} {...rest} />
  return (
    <Dialog title={t('deliveries.title')} onClose={onClose} size="drawer">
      {error === null && <Skeleton rows={6} height={22} />}
      {error !== null &&
        (isGone(error) ? (
          <EmptyState title={t('deliveries.missing')} hint={t('deliveries.missing_hint')} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ))}
    </Dialog>
  )
}

const isGone = (error: unknown): boolean => error instanceof ClientError && error.code === 'delivery_not_found'

function Drawer({
  delivery,
  onClose,
  onShow,
  onLeave,
  newer,
  older,
}: Omit<Props, 'id'> & { delivery: DeliveryDetails }) {
  const pluginName = usePluginNames()(delivery.plugin)
  const mayChange = useMay('admin')
  return (
    <Dialog
      title={t('deliveries.title')}
      onClose={onClose}
      size="drawer"
      actions={mayChange ? <Actions delivery={delivery} onShow={onShow} /> : undefined}
    >
      <div className={styles.head}>
        <h3>
          <bdi>{personWords(delivery)}</bdi> <span aria-hidden>→</span> <bdi>{pluginName}</bdi>
        </h3>
        {(newer !== undefined || older !== undefined) && (
          <span className={styles.steps}>
            <Step label={t('deliveries.newer')} to={newer} onShow={onShow}>
              <ChevronUp size={18} aria-hidden />
            </Step>
            <Step label={t('deliveries.older')} to={older} onShow={onShow}>
              <ChevronDown size={18} aria-hidden />
            </Step>
          </span>
        )}
        <p className={styles.state} data-state={delivery.state} role="status">
          <StateIcon state={delivery.state} size={18} />
          <span dir="auto">{stateWords(delivery)}</span>
        </p>
      </div>
      <Facts delivery={delivery} pluginName={pluginName} onLeave={onLeave} />
      <Attempts delivery={delivery} />
      <Handed delivery={delivery} mayRead={mayChange} />
    </Dialog>
  )
}

interface StepProps {
  label: string
  to: string | undefined
  onShow(id: string): void
  children: ReactNode
}

const Step = ({ label, to, onShow, children }: StepProps) => (
  <IconButton label={label} disabled={to === undefined} onClick={() => to !== undefined && onShow(to)}>
    {children}
  </IconButton>
)

function Facts({
  delivery: { id, plugin, created_at, conversation_guid, rowid },
  pluginName,
  onLeave,
}: {
  delivery: DeliveryDetails
  pluginName: string
  onLeave: (() => void) | undefined
}) {
  return (
    <dl className={styles.facts}>
      <dt>{t('deliveries.received')}</dt>
      <dd>
        <time dateTime={created_at}>{dateAndTimeOf(created_at)}</time>
      </dd>
      {conversation_guid !== null && rowid !== null && (
        <>
          <dt>{t('deliveries.message')}</dt>
          <dd>
            <Link href={paths.conversation(conversation_guid, { m: rowid })} onClick={onLeave}>
              {t('deliveries.show_message')}
            </Link>
            <Link href={paths.deliveries({ conversation: conversation_guid })} onClick={onLeave}>
              {t('deliveries.only_person')}
            </Link>
          </dd>
        </>
      )}
      <dt>{t('deliveries.plugin')}</dt>
      <dd>
        <Link href={paths.plugins(plugin)} onClick={onLeave}>
          <bdi>{pluginName}</bdi>
        </Link>
        <Link href={paths.deliveries({ plugin })} onClick={onLeave}>
          {t('deliveries.only_plugin', { plugin: pluginName })}
        </Link>
      </dd>
      <dt>{t('deliveries.id')}</dt>
      <dd className={styles.id}>
        <code>{id}</code>
        <IconButton label={t('deliveries.copy_id')} onClick={() => copy(id)}>
          <Copy size={15} aria-hidden />
        </IconButton>
      </dd>
    </dl>
  )
}

/** Attempts follow each other within seconds. */
const secondOf = (ts: string): string => formatOf({ timeStyle: 'medium' }).format(new Date(ts))

const soonMs = 10 * 60_000

const nextOf = (ts: string, ended: string): string =>
  Date.parse(ts) - Date.parse(ended) < soonMs ? secondOf(ts) : whenOf(ts, new Date(ended))

function Attempts({ delivery: { history, next_attempt_at: next } }: { delivery: DeliveryDetails }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h3 id={heading}>{t('deliveries.history')}</h3>
      {history.length === 0 && <p className={styles.muted}>{t('deliveries.history_none')}</p>}
      <ol className={styles.attempts}>
        {history.toReversed().map((attempt, index) => (
          <Attempt key={attempt.attempt} attempt={attempt} next={index === 0 ? next : null} />
        ))}
      </ol>
    </section>
  )
}

function Attempt({
  attempt: { attempt, ended_at, duration_ms, answer_status, error },
  next,
}: {
  attempt: DeliveryAttempt
  /** After the earlier ones, the attempt that followed says when that was. */
  next: string | null
}) {
  // Most reasons say themselves what the receiver answered.
  const isSaid = error?.includes(String(answer_status)) === true
  return (
    <li>
      <StateIcon state={error === null ? 'delivered' : 'failed'} size={15} />
      <span className={styles.attempt}>
        <b>{t('deliveries.attempt', { count: attempt })}</b>
        <time dateTime={ended_at} title={dateAndTimeOf(ended_at)}>
          {secondOf(ended_at)}
        </time>
        <span>{tookWords({ duration_ms, answer_status: isSaid ? null : answer_status })}</span>
      </span>
      <span dir="auto">{error === null ? t('deliveries.attempt_delivered') : reasonSentence(error)}</span>
      {next !== null && <small>{t('deliveries.next', { when: nextOf(next, ended_at) })}</small>}
    </li>
  )
}

function Handed({ delivery: { handed }, mayRead }: { delivery: DeliveryDetails; mayRead: boolean }) {
  const heading = useId()
  const text = handed === null ? undefined : JSON.stringify(handed, null, 2)
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <div className={styles.heading}>
        <h3 id={heading}>{t('deliveries.handed')}</h3>
        {text !== undefined && (
          <Button size="small" onClick={() => copy(text)}>
            <Copy size={14} aria-hidden />
            {t('deliveries.copy_message')}
          </Button>
        )}
      </div>
      {text === undefined ? (
        <p className={styles.muted}>{t(mayRead ? 'deliveries.handed_gone' : 'deliveries.handed_admin')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        <pre className={styles.handed} tabIndex={0} dir="auto">
          {text}
        </pre>
      )}
    </section>
  )
}

function Actions({ delivery, onShow }: { delivery: DeliveryDetails; onShow(id: string): void }) {
  const { isBusy, retry, skip, sendAgain } = useDeliveryChanges(delivery)
  const curl = useCurl(delivery)
  const again = () => void sendAgain().then((made) => made !== undefined && onShow(made.id))
  return (
    <>
      {isOpen(delivery) ? (
        <>
          <Button kind="primary" disabled={isBusy} onClick={() => void retry()}>
            {t('deliveries.retry')}
          </Button>
          <Button disabled={isBusy} onClick={() => void skip()}>
            {t('deliveries.skip')}
          </Button>
        </>
      ) : (
        <Button disabled={isBusy} onClick={again}>
          {t('deliveries.again')}
        </Button>
      )}
      {curl !== undefined && <Button onClick={() => copy(curl())}>{t('deliveries.curl')}</Button>}
    </>
  )
}

/** The plugin whose requests can be repeated by hand. */
const webhook = 'webhook'

function useCurl({ plugin, handed }: DeliveryDetails): (() => string) | undefined {
  const { data } = useQuery({ ...asking('get_settings'), enabled: plugin === webhook })
  const settings = plugin === webhook ? webhookSettingsIn(data?.integrations[webhook]) : undefined
  if (settings === undefined || typeof handed !== 'object' || handed === null) return undefined
  return () => curlOf(handed as Record<string, unknown>, settings)
}
