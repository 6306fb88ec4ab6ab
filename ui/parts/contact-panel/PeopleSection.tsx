/** The addresses of a person, the one used last first, or the members of a group, each leading to their conversation. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { IconButton } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { copy } from '../../kit/copy.ts'
import { SwitchRow } from '../../kit/SwitchRow.tsx'
import { paths } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import styles from './ContactPanel.module.css'
import { Section } from './Section.tsx'

export const PeopleSection = ({ conversation }: { conversation: Conversation }) =>
  conversation.is_group ? <Members conversation={conversation} /> : <Addresses conversation={conversation} />

function Addresses({ conversation }: { conversation: Conversation }) {
  const { addresses, handle, kept_separate } = conversation
  const isAdmin = useMay('admin', 'separate_person')
  const known = addresses.length > 0 ? addresses : [handle]
  return (
    <Section title={t('details.addresses')}>
      <ul className={styles.list}>
        {known.map((address, index) => (
          <li key={address}>
            <span className={styles.words}>
              <bdi>{address}</bdi>
              {index === 0 && known.length > 1 && <small>{t('details.last_used')}</small>}
            </span>
            <CopyButton address={address} />
          </li>
        ))}
      </ul>
      {isAdmin && (addresses.length > 1 || kept_separate) && <JoinSwitch conversation={conversation} />}
    </Section>
  )
}

const CopyButton = ({ address }: { address: string }) => (
  <IconButton label={t('details.copy_address', { address })} onClick={() => copy(address)}>
    <Copy size={16} aria-hidden />
  </IconButton>
)

/** Joins the addresses of a person or keeps them separate; the list then shows other conversations than this one. */
function JoinSwitch({ conversation }: { conversation: Conversation }) {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { handle: person, display_name: name, kept_separate } = conversation
  const set = async (isJoined: boolean): Promise<void> => {
    try {
      await (isJoined ? client.join_person({ person }) : client.separate_person({ person }))
    } catch (error) {
      return complain(error)
    }
    const undo = { label: t('kit.undo'), run: () => void set(!isJoined) }
    notify(t(isJoined ? 'details.joined' : 'details.separated', { name }), { action: undo })
    navigate(paths.messages())
    await Promise.all(
      ['list_conversations', 'get_conversation', 'list_whitelist', 'list_blocked', 'list_media'].map((query) =>
        queries.invalidateQueries({ queryKey: [query] }),
      ),
    )
  }
  return (
    <SwitchRow
      label={t('details.one_conversation')}
      hint={t('details.one_conversation_hint')}
      checked={!kept_separate}
      onChange={(isJoined) => void set(isJoined)}
    />
  )
}

/** The names are known at once; where each leads to is fetched. */
function Members({ conversation: { guid, participants } }: { conversation: Conversation }) {
  const { data } = useQuery(asking('conversation_details', { guid }))
  const conversationOf = (handle: string) => data?.members.find((one) => one.handle === handle)?.conversation_guid
  return (
    <Section title={t('details.members')}>
      <ul className={styles.list}>
        {participants.map(({ handle, name, avatar_url }) => {
          const own = conversationOf(handle)
          return (
            <li key={handle}>
              <Link className={styles.link} href={own ? paths.conversation(own) : paths.newMessage({ to: handle })}>
                <Avatar name={name} seed={handle} url={avatar_url} size={36} />
                <span className={styles.words}>
                  <bdi>{name}</bdi>
                  {name !== handle && (
                    <small>
                      <bdi>{handle}</bdi>
                    </small>
                  )}
                </span>
              </Link>
              <CopyButton address={handle} />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
