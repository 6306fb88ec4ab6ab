/** Registers the keyboard commands that move between conversations. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { unreadConversations } from '../../api/unread.ts'
import { t } from '../../catalogue/texts.ts'
import { type Command, useCommands } from '../../keyboard/commands.ts'
import { paths } from '../../routes.ts'
import { neighbour, unreadNeighbour } from './neighbours.ts'

interface ListState {
  rows: readonly Conversation[]
  current: string | undefined
  open: (guid: string | undefined) => void
  queries: QueryClient
}

export function useRowCommands({ rows, current }: Pick<ListState, 'rows' | 'current'>): void {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const open = (guid: string | undefined) => {
    if (guid !== undefined && guid !== current) navigate(paths.conversation(guid))
  }
  const shown = useRef<ListState>({ rows, current, open, queries })
  useEffect(() => {
    shown.current = { rows, current, open, queries }
  })
  useCommands(useMemo(() => commandsOver(() => shown.current), []))
}

function commandsOver(shown: () => ListState): Command[] {
  const group = t('shell.conversations')
  const step = (by: 1 | -1) => () => {
    const { rows, current, open } = shown()
    open(neighbour(rows, current, by)?.guid)
  }
  const unread = async () => shown().queries.fetchQuery({ ...unreadConversations(), staleTime: 0 })
  const stepUnread = (by: 1 | -1) => async () => {
    const { rows, current, open } = shown()
    open(unreadNeighbour(await unread(), rows.find(({ guid }) => guid === current) ?? current, by)?.guid)
  }
  const firstUnread = async () => {
    const { rows, open } = shown()
    open(((await unread())[0] ?? rows[0])?.guid)
  }
  return [
    { id: 'list.previous', title: t('list.previous'), group, keys: ['alt+ArrowUp'], run: step(-1) },
    { id: 'list.next', title: t('list.next'), group, keys: ['alt+ArrowDown'], run: step(1) },
    {
      id: 'list.previous_unread',
      title: t('list.previous_unread'),
      group,
      keys: ['alt+shift+ArrowUp'],
      run: () => void stepUnread(-1)(),
    },
    {
      id: 'list.next_unread',
      title: t('list.next_unread'),
      group,
      keys: ['alt+shift+ArrowDown'],
      run: () => void stepUnread(1)(),
    },
    {
      id: 'list.first_unread',
      title: t('list.first_unread'),
      group,
      keys: ['mod+j'],
      run: () => void firstUnread(),
    },
    ...Array.from({ length: 9 }, (_, index) => ({
      id: 'list.nth',
      title: t('list.nth'),
      group,
      hidden: true,
      keys: [`mod+${index + 1}`],
      run: () => shown().open(shown().rows[index]?.guid),
    })),
  ]
}
