/** Lists the participants of a conversation with their addresses, and switches muting and relaying. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { Link } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { IconButton } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { copy } from '../../kit/copy.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import { SwitchRow } from '../../kit/SwitchRow.tsx'
import { paths } from '../../routes.ts'
import { toggleMute, useIsMuted } from '../../state/mutes.ts'
import { relayStateOf } from './relay-state.ts'
import styles from './ThreadHeader.module.css'

export default function InfoDialog({ conversation, onClose }: { conversation: Conversation; onClose(): void }) {
  const { display_name, participants } = conversation
  const isAdmin = useMay('admin')
  return (
    <Dialog title={display_name} onClose={onClose}>
      <ul className={styles.people}>
        {participants.map(({ handle, name, avatar_url }) => (
          <li key={handle}>
            <Avatar name={name} seed={handle} url={avatar_url} size={36} />
            <span>
              <bdi>{name}</bdi>
              {name !== handle && (
                <small>
                  <bdi>{handle}</bdi>
                </small>
              )}
            </span>
            <IconButton label={t('thread.copy_address', { address: handle })} onClick={() => copy(handle)}>
              <Copy size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className={styles.switches}>
        <MuteSwitch conversation={conversation} />
        {isAdmin && <RelaySwitch conversation={conversation} />}
      </div>
    </Dialog>
  )
}

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
      {t(`thread.relay_${reason}`)} <Link href={paths.settings('people')}>{t('thread.relay_who')}</Link>
    </>
  )
  return <SwitchRow label={t('thread.relay')} hint={hint} checked={isRelayed} onChange={set} disabled={!canChange} />
}

function useRelayState(conversation: Conversation) {
  const settings = useQuery(asking('get_settings'))
  const listed = useQuery(asking('list_whitelist'))
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

/**
 * Switches this browser's notifications for a conversation; a conversation muted in Messages can only be unmuted there.
 */
const MuteSwitch = ({ conversation }: { conversation: Conversation }) => (
  <SwitchRow
    label={t('list.mute_switch')}
    hint={t(conversation.muted ? 'list.muted_in_messages' : 'list.mute_hint')}
    checked={useIsMuted(conversation)}
    disabled={conversation.muted}
    onChange={() => toggleMute(conversation.handle)}
  />
)
