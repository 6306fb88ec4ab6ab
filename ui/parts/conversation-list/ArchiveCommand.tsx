/** Registers the key that archives the conversation with the focus in the list, or the one that is open. */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { asking } from '../../api/ask.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { useCommands } from '../../keyboard/commands.ts'
import { openGuid, paths } from '../../routes.ts'
import { useArchive } from './use-archive.ts'

export function ArchiveCommand() {
  const mayArchive = useMay('write', 'archive_conversation')
  return mayArchive ? <Registered /> : null
}

function Registered() {
  const queries = useQueryClient()
  const [location, navigate] = useLocation()
  const archive = useArchive()
  const latest = useRef({ location, archive })
  latest.current = { location, archive }
  useCommands(
    useMemo(() => {
      const toggle = async (guid: string) =>
        latest.current.archive(await queries.fetchQuery({ ...asking('get_conversation', { guid }), staleTime: 0 }))
      const chosen = () => focusedGuid() ?? openGuid(latest.current.location)
      return [
        {
          id: 'list.archive',
          title: t('starred.archive_key'),
          group: t('thread.conversation'),
          keys: ['mod+shift+a'],
          when: () => chosen() !== undefined,
          run() {
            const guid = chosen()
            if (guid !== undefined) void toggle(guid)
          },
        },
        {
          id: 'go.archived',
          title: t('starred.go_archived'),
          group: t('palette.go'),
          run: () => navigate(paths.archived()),
        },
        {
          id: 'go.starred',
          title: t('list.starred'),
          group: t('palette.go'),
          run: () => navigate(paths.starred()),
        },
      ]
    }, [queries, navigate]),
  )
  return null
}

const focusedGuid = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('li')?.querySelector<HTMLElement>('[data-guid]')?.dataset.guid
