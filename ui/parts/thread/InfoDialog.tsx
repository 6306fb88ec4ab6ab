/** Who takes part in a conversation, under which addresses, and whether it is relayed. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { sameEntry } from '../../../src/domain/whitelist.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { IconButton } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { copy } from '../../kit/copy.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { SwitchRow } from '../../kit/SwitchRow.tsx'
import { MuteSwitch } from './MuteSwitch.tsx'
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

function RelaySwitch({ conversation: { guid, handle, is_group } }: { conversation: Conversation }) {
  const queries = useQueryClient()
  const { data } = useQuery(asking('list_whitelist'))
  const name = is_group ? guid : handle
  const isRelayed =
    data?.some((entry) => sameEntry(entry, { kind: is_group ? 'group' : 'handle', handle: name })) ?? false
  const set = (is: boolean) =>
    void (is ? client.add_to_whitelist({ handle: name }) : client.remove_from_whitelist({ handle: name })).then(
      () => queries.invalidateQueries({ queryKey: ['list_whitelist'] }),
      complain,
    )
  return (
    <SwitchRow
      label={t('thread.relay')}
      hint={t('thread.relay_hint')}
      checked={isRelayed}
      onChange={set}
      disabled={data === undefined}
    />
  )
}
