/** Collects what the palette offers: commands, conversations and people, best matches first. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { matchSorter } from 'match-sorter'
import { useLocation } from 'wouter'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { type Command, useCommandTable } from '../../keyboard/commands.ts'
import { useKeysOff } from '../../keyboard/keys-off.ts'
import { paths } from '../../routes.ts'
import { titleOf } from '../conversation-list/row-words.ts'

export interface PaletteItem {
  id: string
  title: string
  /** Heading above the item. */
  group: string
  keys: readonly string[]
  run: () => void
}

const mostFound = 6
const mostRecent = 4

export function usePaletteItems(typed: string): PaletteItem[] {
  const [, navigate] = useLocation()
  const { off } = useKeysOff()
  const commands = useCommandTable(({ commands }) => commands).filter(
    ({ hidden = false, when }) => !hidden && (when === undefined || when()),
  )
  const q = typed.trim()
  const conversations = useQuery({
    ...asking('list_conversations', { q, limit: q === '' ? mostRecent : mostFound }),
    placeholderData: keepPreviousData,
  })
  const people = useQuery({
    ...asking('list_contacts', { q, limit: mostFound }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  // Results for the previous input stay only if they match the current one.
  const talks = conversations.isPlaceholderData
    ? matchSorter(conversations.data ?? [], q, { keys: [titleOf], threshold: matchSorter.rankings.CONTAINS })
    : (conversations.data ?? [])
  const found = people.isPlaceholderData ? [] : (people.data ?? [])
  const known = new Set(talks.map(({ handle }) => handle))
  return [
    ...fitting(commands, q).map((command) => ({
      ...itemOf(command),
      keys: off.has(command.id) ? [] : (command.keys ?? []),
    })),
    ...talks.map((conversation) => ({
      id: `conversation ${conversation.guid}`,
      title: titleOf(conversation),
      keys: [],
      group: t('palette.conversations'),
      run: () => navigate(paths.conversation(conversation.guid)),
    })),
    ...(q === '' ? [] : found)
      .filter(({ handle }) => !known.has(handle))
      .map(({ name, handle }) => ({
        id: `person ${handle}`,
        title: `${name} · ${handle}`,
        group: t('palette.people'),
        keys: [],
        run: () => navigate(paths.newMessage({ to: handle })),
      })),
  ]
}

const itemOf = ({ id, title, group, run }: Command): Omit<PaletteItem, 'keys'> => ({ id, title, group, run })

/** Lists a command that was registered twice only once; without input, commands stay in their groups. */
function fitting(commands: readonly Command[], q: string): Command[] {
  const once = [...new Map(commands.map((command) => [command.id, command])).values()]
  if (q === '') return [...Map.groupBy(once, ({ group }) => group).values()].flat()
  return matchSorter(once, q, { keys: ['title', { key: 'group', maxRanking: matchSorter.rankings.CONTAINS }] })
}
