/** Renders what opens beside the messages of a conversation: menus and dialogs of a message, and the date dialog. */
import { type RefObject, Suspense } from 'react'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { withPageTexts } from '../../catalogue/page-texts.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { useSettled } from '../../kit/use-settled.ts'
import type { OpenAction } from '../message-menu/open-action.ts'
import type { ListHandle } from './list/MessageList.tsx'
import type { MessageWindow } from './window/message-window.ts'

const MessageDialogs = lazyPart(() => withPageTexts(import('../message-menu/MessageDialogs.tsx')))
const PrintDialog = lazyPart(() => withPageTexts(import('../print/PrintDialog.tsx')))
const DateDialog = lazyPart(() => import('./dates/DateDialog.tsx'))

/** `date` opens the dialog that chooses a day. */
export type OpenOverlay = OpenAction | { what: 'date' }

interface Props {
  guid: string
  conversation: Conversation | undefined
  now: Date
  opened: OpenOverlay | undefined
  onOpen(opened: OpenOverlay | undefined): void
  window: MessageWindow
  list: RefObject<ListHandle | null>
  onDate(day: Date): void
  onNewest(): void
  onMessage(rowid: number): void
  onMore(): void
}

export function ThreadOverlays({
  guid,
  conversation,
  now,
  opened,
  onOpen,
  window,
  list,
  onDate,
  onNewest,
  onMessage,
  onMore,
}: Props) {
  const isDate = opened?.what === 'date'
  const isPrint = opened?.what === 'print'
  const isSettled = useSettled()
  return (
    <Suspense>
      {isDate && (
        <DateDialog guid={guid} now={now} onNewest={onNewest} onGo={onDate} onClose={() => onOpen(undefined)} />
      )}
      {isPrint && conversation !== undefined && (
        <PrintDialog conversation={conversation} onClose={() => onOpen(undefined)} />
      )}
      {(isSettled || opened !== undefined) && (
        <MessageDialogs
          guid={guid}
          onMessage={onMessage}
          onMore={onMore}
          act={isDate || isPrint ? undefined : opened}
          onAct={onOpen}
          selected={() => list.current?.selected()}
          messages={window.rows}
          newest={window.hasNewer ? none : window.rows}
        />
      )}
    </Suspense>
  )
}

const none: MessageWindow['rows'] = []
