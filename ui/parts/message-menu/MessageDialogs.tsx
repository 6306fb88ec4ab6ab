/** Renders the menu or dialog of the message action that is open, beside the list, and registers the keys for it. */
import { Suspense, useCallback, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { Message } from '../../../src/contract/message.ts'
import { client } from '../../api/client.ts'
import { dateAndTimeOf, whenOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { inputClass } from '../../kit/Field.tsx'
import { lazyPart } from '../../kit/lazy-part.ts'
import { galleryOf } from '../media/gallery.ts'
import { ActionMenu } from './ActionMenu.tsx'
import { changeMessage } from './change-message.ts'
import styles from './MessageMenu.module.css'
import type { OpenAction } from './open-action.ts'
import { useActionCommands } from './use-action-commands.ts'
import { useMessageActions } from './use-message-actions.ts'

const Lightbox = lazyPart(() => import('../media/Lightbox.tsx'))
const BubbleMarks = lazyPart(() => import('./BubbleMarks.tsx'))
const DeliveryDrawer = lazyPart(() => import('../deliveries/DeliveryDrawer.tsx'))
const MessageDeliveries = lazyPart(() => import('../deliveries/MessageDeliveries.tsx'))

interface Props {
  guid: string
  newest: readonly Message[]
  act: OpenAction | undefined
  onAct(act: OpenAction | undefined): void
  selected(): Message | undefined
  /** All loaded messages. */
  messages: readonly Message[]
  onMessage(rowid: number): void
  onMore(): void
}

const MessageDialogs = (props: Props) => (
  <>
    {/* If they cannot be loaded, no message is marked. */}
    <ErrorBoundary fallback={null}>
      <Suspense>
        <BubbleMarks />
      </Suspense>
    </ErrorBoundary>
    <Opened {...props} />
  </>
)

export default MessageDialogs

function Opened({ guid, newest, act, onAct, selected, messages, onMessage, onMore }: Props) {
  const actions = useMessageActions({ guid, newest, onAct })
  useActionCommands({ actions, selected, onAct })
  const onClose = useCallback(() => onAct(undefined), [onAct])
  const showDelivery = (id: string) => onAct({ what: 'delivery', id })
  switch (act?.what) {
    case 'menu':
      return <ActionMenu {...actions} message={act.message} at={act.at} onClose={onClose} />
    case 'edit':
      return <EditDialog message={act.message} onClose={onClose} />
    case 'edits':
      return <EditsDialog edits={act.message.edits} onClose={onClose} />
    case 'unsend':
      return <UnsendDialog rowid={act.message.rowid} onClose={onClose} />
    case 'why':
      return (
        <Suspense>
          <MessageDeliveries rowid={act.message.rowid} guid={guid} onClose={onClose} onShow={showDelivery} />
        </Suspense>
      )
    case 'delivery':
      return (
        <Suspense>
          <DeliveryDrawer id={act.id} onClose={onClose} onShow={showDelivery} onLeave={onClose} />
        </Suspense>
      )
    case 'reactions':
      return <ReactionsDialog details={act.message.tapback_details} onClose={onClose} />
    case 'view':
      return (
        <Suspense>
          <Lightbox
            items={galleryOf(messages)}
            first={act.id}
            onMessage={(rowid) => {
              onClose()
              onMessage(rowid)
            }}
            onClose={onClose}
            onMore={onMore}
          />
        </Suspense>
      )
    default:
      return null
  }
}

/** Edits the text of the user's own message. */
function EditDialog({ message: { rowid, text: before }, onClose }: { message: Message; onClose(): void }) {
  const [text, setText] = useState(before)
  const save = () => {
    void changeMessage(() => client.edit_message({ rowid, text }))
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{t('kit.cancel')}</Button>
      <Button kind="primary" disabled={text.trim() === '' || text === before} onClick={save}>
        {t('kit.save')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('message.edit')} onClose={onClose} actions={actions}>
      <textarea
        className={inputClass}
        dir="auto"
        rows={4}
        aria-label={t('message.edit')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  )
}

/** Lists the earlier versions of an edited message. */
const EditsDialog = ({ edits, onClose }: { edits: Message['edits']; onClose(): void }) => (
  <Dialog title={t('message.edits')} onClose={onClose}>
    <ol className={styles.versions}>
      {edits.map(({ text, ts }) => (
        <li key={`${ts} ${text}`}>
          <p dir="auto">{text}</p>
          {ts !== null && <small>{dateAndTimeOf(ts)}</small>}
        </li>
      ))}
    </ol>
  </Dialog>
)

/** Asks for confirmation before a message is unsent. */
function UnsendDialog({ rowid, onClose }: { rowid: number; onClose(): void }) {
  const unsend = () => {
    void changeMessage(() => client.unsend_message({ rowid }))
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{t('kit.cancel')}</Button>
      <Button kind="destructive" onClick={unsend}>
        {t('message.unsend')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('message.unsend_question')} onClose={onClose} actions={actions}>
      <p>{t('message.unsend_hint')}</p>
    </Dialog>
  )
}

interface ReactionsDialogProps {
  details: Message['tapback_details']
  onClose(): void
}

/** Lists who reacted to a message, how and when. */
const ReactionsDialog = ({ details, onClose }: ReactionsDialogProps) => (
  <Dialog title={t('thread.reactions_title')} onClose={onClose}>
    <ul className={styles.reactors}>
      {details.map(({ emoji, sender, handle, is_from_me, part, ts }) => (
        <li key={`${handle} ${part} ${ts} ${emoji}`}>
          <Avatar name={sender} seed={handle ?? sender} url={null} size={32} />
          <span>
            <bdi>{is_from_me ? t('thread.you') : sender}</bdi>
            <small>
              <time dateTime={ts} title={dateAndTimeOf(ts)}>
                {whenOf(ts)}
              </time>
            </small>
          </span>
          <span className={styles.given}>{emoji ?? t('thread.sticker', { count: 1 })}</span>
        </li>
      ))}
    </ul>
  </Dialog>
)
