/** Whether a conversation is relayed, switched where that changes anything, and how its newest deliveries stand. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import type { Delivery } from '../../../src/contract/delivery.ts'
import { asking, whileShown } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { dateAndTimeOf, shortTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { complain } from '../../kit/complain.ts'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import { SwitchRow } from '../../kit/SwitchRow.tsx'
import { paths } from '../../routes.ts'
import { StateIcon } from '../deliveries/StateIcon.tsx'
import { usePluginNames } from '../deliveries/use-plugin-names.ts'
import styles from './ContactPanel.module.css'
import { relayStateOf } from './relay-state.ts'
import { Section } from './Section.tsx'

export function RelaySection({ conversation }: { conversation: Conversation }) {
  const isAdmin = useMay('admin')
  const deliveries = (
    <Link className={styles.more} href={paths.deliveries({ conversation: conversation.guid })}>
      {t('details.deliveries')}
    </Link>
  )
  return (
    <Section title={t('details.relaying')} aside={deliveries}>
      {isAdmin && <RelaySwitch conversation={conversation} />}
      <Destinations guid={conversation.guid} />
    </Section>
  )
}

/** Enough to meet every plugin to which the conversation is relayed. */
const lookedAt = 100

/** The plugins to which the conversation was relayed lately, each with its newest delivery. */
function Destinations({ guid }: { guid: string }) {
  const { data } = useQuery(asking('list_deliveries', { conversation: guid, limit: lookedAt }))
  const nameOf = usePluginNames()
  if (data === undefined) return null
  const newest = newestOfEach(data.deliveries)
  if (newest.length === 0) return <p className={styles.note}>{t('details.not_delivered')}</p>
  return (
    <ul className={styles.list}>
      {newest.map(({ id, plugin, state, created_at }) => (
        <li key={id}>
          <Link className={styles.link} href={paths.plugins(plugin)}>
            <StateIcon state={state} />
            <span className={styles.words}>
              <bdi>{nameOf(plugin)}</bdi>
              <small>
                {t(`deliveries.state_${state}`)} ·{' '}
                <time dateTime={created_at} title={dateAndTimeOf(created_at)}>
                  {shortTimeOf(created_at)}
                </time>
              </small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The deliveries come newest first. */
const newestOfEach = (deliveries: readonly Delivery[]): Delivery[] => [
  ...new Map(deliveries.toReversed().map((one) => [one.plugin, one])).values(),
]

function RelaySwitch({ conversation }: { conversation: Conversation }) {
  const queries = useQueryClient()
  const { state, error, retry } = useRelayState(conversation)
  if (error !== null) return <ErrorState error={error} onRetry={retry} />
  if (state === undefined) return <Skeleton rows={1} />
  const { isRelayed, reason, canChange, entry } = state
  const address = conversation.is_group ? conversation.guid : conversation.handle
  const set = (is: boolean) =>
    void (
      is ? client.add_to_whitelist({ handle: address }) : client.remove_from_whitelist({ handle: entry ?? address })
    ).then(
      () =>
        Promise.all(['list_whitelist', 'list_blocked'].map((name) => queries.invalidateQueries({ queryKey: [name] }))),
      complain,
    )
  const hint = (
    <>
      {t(`relaying.${reason}`)} <Link href={paths.settings('people')}>{t('relaying.who')}</Link>
    </>
  )
  return <SwitchRow label={t('relaying.relay')} hint={hint} checked={isRelayed} onChange={set} disabled={!canChange} />
}

function useRelayState(conversation: Conversation) {
  const settings = useQuery(asking('get_settings'))
  const listed = useQuery({ ...asking('list_whitelist'), ...whileShown })
  const blocked = useQuery(asking('list_blocked'))
  const checks = useQuery(asking('setup_checks'))
  const state =
    settings.data &&
    listed.data &&
    blocked.data &&
    checks.data &&
    relayStateOf({
      conversation,
      scope: settings.data.relay.scope,
      listed: listed.data,
      own: [...settings.data.self_handles, ...checks.data.self_handles],
      blocked: blocked.data,
    })
  const all = [settings, listed, blocked, checks]
  return {
    state,
    error: state === undefined ? (all.find(({ error }) => error !== null)?.error ?? null) : null,
    retry: () => void Promise.all(all.map((query) => query.refetch())),
  }
}
