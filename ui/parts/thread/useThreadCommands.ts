/** Registers the keys and palette commands of an open conversation. */
import { useMemo, useRef } from 'react'
import { t } from '../../catalogue/texts.ts'
import { type Command, useCommands } from '../../keyboard/commands.ts'

interface Ways {
  find(): void
  toDate(): void
  toNewest(): void
  /** Goes to the user's own last message. */
  toLastOwn(): void
}

export function useThreadCommands(ways: Ways): void {
  const latest = useRef(ways)
  latest.current = ways
  useCommands(useMemo(() => commandsOver(() => latest.current), []))
}

function commandsOver(latest: () => Ways): Command[] {
  const group = t('thread.conversation')
  return [
    { id: 'thread.find', title: t('thread.find'), group, keys: ['mod+shift+f'], run: () => latest().find() },
    { id: 'thread.to_date', title: t('thread.to_date'), group, run: () => latest().toDate() },
    { id: 'thread.newest', title: t('thread.newest'), group, run: () => latest().toNewest() },
    { id: 'thread.last_own', title: t('thread.last_own'), group, run: () => latest().toLastOwn() },
  ]
}
