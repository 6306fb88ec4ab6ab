/** Renders what opens beside the messages of a conversation: menus and dialogs of a message, and the date dialog. */
import { type RefObject, Suspense } from 'react'
import { lazyPart } from '../../kit/lazy-part.ts'
import { useSettled } from '../../kit/use-settled.ts'
import type { OpenAction } from '../message-menu/open-action.ts'
import type { ListHandle } from './list/MessageList.tsx'
import type { MessageWindow } from './window/message-window.ts'

const MessageDialogs = lazyPart(() => import('../message-menu/MessageDialogs.tsx'))
const DateDialog = lazyPart(() => import('./dates/DateDialog.tsx'))

/** `date` opens the dialog that chooses a day. */
export type OpenOverlay = OpenAction | { what: 'date' }

interface Props {
  guid: string
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
  const isSettled = useSettled()
  return (
    <Suspense>
      {isDate && <DateDialog {...{ guid, now, onNewest }} onGo={onDate} onClose={() => onOpen(undefined)} />}
      {(isSettled || opened !== undefined) && (
        <MessageDialogs
          {...{ guid, onMessage, onMore }}
          act={isDate ? undefined : opened}
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
