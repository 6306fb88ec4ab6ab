/** Shows what a message was checked for and where it was delivered to; each delivery leads to its details. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '../../../src/contract/conversation.ts'
import type { DeliveryProgress } from '../../../src/contract/delivery.ts'
import type { Trace } from '../../../src/contract/trace.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import { notify } from '../../state/toasts.ts'
import styles from './Deliveries.module.css'
import { stateWords, whyNotRelayed } from './delivery-words.ts'
import { StateIcon } from './StateIcon.tsx'
import { checkWords, outcomeWords } from './trace-words.ts'
import { usePluginNames } from './use-plugin-names.ts'

interface Props {
  rowid: number
  /** The conversation of the message. */
  guid: string
  onClose(): void
  /** Shows one delivery in its place. */
  onShow(id: string): void
}

export default function MessageDeliveries({ rowid, guid, onClose, onShow }: Props) {
  const { data, error, refetch } = useQuery({ ...asking('message_trace', { rowid }), staleTime: 0 })
  const { data: conversation } = useQuery(asking('get_conversation', { guid }))
  const mayChange = useMay('admin')
  const isHeldBack = data?.outcome === 'out_of_scope' && mayChange && conversation !== undefined
  return (
    <Dialog
      title={t('deliveries.details')}
      onClose={onClose}
      {...(isHeldBack && { actions: <Allow conversation={conversation} onDone={onClose} /> })}
    >
      {data === undefined && error === null && <Skeleton rows={3} height={20} />}
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <Outcome trace={data} name={conversation?.display_name} />
          <Ways deliveries={data.deliveries} onShow={onShow} />
          <Checks trace={data} />
        </>
      )}
    </Dialog>
  )
}

function Outcome({ trace, name }: { trace: Trace; name: string | undefined }) {
  const { lane, deliveries, outcome } = trace
  const done = deliveries.filter(({ state }) => state === 'acked').length
  if (deliveries.length > 0) return <p>{t('deliveries.of_message_delivered', { done, count: deliveries.length })}</p>
  if (lane === 'relayed') return <p>{t('deliveries.of_message_none')}</p>
  const { text, lang } = outcomeWords(trace)
  return (
    <>
      <p>{t(lane === 'unknown' ? 'deliveries.of_message_unknown' : 'deliveries.of_message_stopped')}</p>
      <p className={styles.muted} dir="auto">
        {whyNotRelayed(outcome, name) ?? <span lang={lang}>{text}</span>}
      </p>
    </>
  )
}

/** Lets future messages of this person or group be relayed. */
function Allow({
  conversation: { guid, handle, is_group, display_name: name },
  onDone,
}: {
  conversation: Conversation
  onDone(): void
}) {
  const queries = useQueryClient()
  const allow = async () => {
    try {
      await client.add_to_whitelist({ handle: is_group ? guid : handle })
      notify(t('people.added', { name }))
    } catch (error) {
      complain(error)
    }
    onDone()
    for (const query of ['list_whitelist', 'list_blocked', 'overview'])
      void queries.invalidateQueries({ queryKey: [query] })
  }
  return (
    <Button kind="primary" onClick={() => void allow()}>
      {t('people.allow_name', { name })}
    </Button>
  )
}

type Traced = Trace['deliveries'][number]

function Ways({ deliveries, onShow }: { deliveries: readonly Traced[]; onShow(id: string): void }) {
  const nameOf = usePluginNames()
  if (deliveries.length === 0) return null
  return (
    <ul className={styles.ways}>
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <button type="button" aria-haspopup="dialog" onClick={() => onShow(delivery.id)}>
            <StateIcon state={progressOf(delivery)} />
            <b>
              <bdi>{nameOf(delivery.integration)}</bdi>
            </b>
            <span dir="auto">{stateWords({ ...delivery, state: progressOf(delivery), duration_ms: null })}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function progressOf({ state, attempts }: Traced): DeliveryProgress {
  if (state === 'pending') return attempts === 0 ? 'queued' : 'retrying'
  return state === 'acked' ? 'delivered' : state === 'dead' ? 'failed' : 'filtered'
}

function Checks({ trace }: { trace: Trace }) {
  const { steps } = trace
  const reached = steps.filter(({ note }) => note !== '')
  if (reached.length === 0) return null
  return (
    <details className={styles.checks}>
      <summary>
        {t(steps.every(({ verdict }) => verdict === 'passed') ? 'deliveries.checks_passed' : 'deliveries.checks')}
      </summary>
      <ol>
        {reached.map((check) => {
          const { text, lang } = checkWords(check, trace)
          return (
            <li key={check.step} lang={lang} dir="auto">
              {text}
            </li>
          )
        })}
      </ol>
    </details>
  )
}
