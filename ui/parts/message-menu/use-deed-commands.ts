/** Registers the keys of message actions, which work while a message of the list has the focus. */
import { useMemo, useRef } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import { t } from '../../catalogue/texts.ts'
import { type Command, useCommands } from '../../keyboard/commands.ts'
import { pointAt } from '../../kit/floating.ts'
import type { Act } from './act.ts'
import { keyOf } from './deed-words.ts'
import type { Deed } from './deeds.ts'
import { type Deeds, usePowers } from './use-deeds.ts'

interface Selection {
  deeds: Deeds
  /** The message that has the focus, or had it before the command palette took it. */
  selected(): Message | undefined
  onAct(act: Act): void
}

const all: readonly Deed[] = ['answer', 'react', 'edit', 'unsend', 'copy', 'copy_link', 'why']

export function useDeedCommands(selection: Selection): void {
  const { mayWrite, canReact, canEdit, canUnsend } = usePowers()
  const latest = useRef(selection)
  latest.current = selection
  const commands = useMemo(() => {
    const isPossible: Partial<Record<Deed, boolean>> = {
      answer: mayWrite,
      react: mayWrite && canReact,
      edit: mayWrite && canEdit,
      unsend: mayWrite && canUnsend,
    }
    return all.filter((deed) => isPossible[deed] ?? true).map((deed) => commandFor(deed, () => latest.current))
  }, [mayWrite, canReact, canEdit, canUnsend])
  useCommands(commands)
}

function commandFor(deed: Deed, latest: () => Selection): Command {
  const keys = keyOf(deed)
  const chosen = (): Message | undefined => {
    const { selected, deeds } = latest()
    const message = selected()
    return message !== undefined && deeds.offered(message).includes(deed) ? message : undefined
  }
  return {
    id: `message.${deed}`,
    title: t(deed === 'react' ? 'thread.react_keys' : `thread.${deed}`),
    group: t('thread.message'),
    ...(keys !== undefined && { keys: [keys] }),
    when: () => chosen() !== undefined,
    run() {
      const message = chosen()
      const { deeds, onAct } = latest()
      if (message === undefined) return
      if (deed === 'react') onAct({ what: 'menu', message, at: besideFocus() })
      else deeds.begin(deed, message)
    },
  }
}

function besideFocus() {
  const row = document.activeElement?.closest('li')?.querySelector('[data-menu]') ?? document.activeElement
  return row?.getBoundingClientRect() ?? pointAt(0, 0)
}
