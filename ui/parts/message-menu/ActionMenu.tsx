/** The menu of a message: a row of reactions and below it the other actions. */
import { CircleHelp, Copy, Link2, Pencil, Reply, Star, StarOff, Undo2 } from 'lucide-react'
import type { Message } from '../../../src/contract/message.ts'
import { t } from '../../catalogue/texts.ts'
import type { Box } from '../../kit/box.ts'
import { Menu } from '../../kit/Menu.tsx'
import { Keys } from '../keys/Keys.tsx'
import { classic } from '../thread/bubble/reaction-words.ts'
import { keyOf } from './action-keys.ts'
import { hasOwn } from './change-message.ts'
import styles from './MessageMenu.module.css'
import type { MessageAction } from './message-actions.ts'
import type { MessageActions } from './use-message-actions.ts'

interface Props extends MessageActions {
  message: Message
  at: Box
  onClose(): void
}

const icons = { answer: Reply, copy: Copy, copy_link: Link2, star: Star, edit: Pencil, unsend: Undo2, why: CircleHelp }

export function ActionMenu({ message, at, onClose, offered, begin, react }: Props) {
  const actions = offered(message)
  const isReal = (action: MessageAction): action is keyof typeof icons => action !== 'react'
  const items = actions.filter(isReal).map((action) => {
    const isStarred = action === 'star' && message.starred
    const Icon = isStarred ? StarOff : icons[action]
    const keys = keyOf(action)
    return {
      label: t(isStarred ? 'message.unstar' : `message.${action}`),
      icon: <Icon size={16} aria-hidden />,
      hint: keys !== undefined && (
        <span className={styles.keys} aria-hidden>
          <Keys keys={[keys]} />
        </span>
      ),
      ...(action === 'unsend' && { kind: 'destructive' as const }),
      run: () => begin(action, message),
    }
  })
  const chooseReaction = (emoji: string) => {
    onClose()
    react(message, emoji)
  }
  const canReact = actions.includes('react')
  const digits = Object.fromEntries(classic.map(({ emoji }, index) => [`${index + 1}`, () => react(message, emoji)]))
  return (
    <Menu label={t('thread.actions')} items={items} at={at} onClose={onClose} keys={canReact ? digits : {}}>
      {canReact && <ReactionRow message={message} onGive={chooseReaction} />}
    </Menu>
  )
}

const ReactionRow = ({ message, onGive }: { message: Message; onGive(emoji: string): void }) => (
  // biome-ignore lint/a11y/useSemanticElements: a part of a menu is not a group of fields
  <div role="group" className={styles.reactions} aria-label={t('thread.reactions_title')}>
    {classic.map(({ emoji, verb }, index) => (
      <button
        key={emoji}
        type="button"
        role="menuitemcheckbox"
        tabIndex={-1}
        aria-checked={hasOwn(message, emoji)}
        aria-label={t(verb)}
        aria-keyshortcuts={`${index + 1}`}
        title={t(verb)}
        onClick={() => onGive(emoji)}
      >
        {emoji}
      </button>
    ))}
  </div>
)
