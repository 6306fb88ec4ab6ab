/** Registers the keys of message actions, which work while a message of the list has the focus. */
import { useMemo, useRef } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import { t } from '../../catalogue/texts.ts'
import { type Command, useCommands } from '../../keyboard/commands.ts'
import { pointAt } from '../../kit/box.ts'
import { keyOf } from './action-keys.ts'
import type { MessageAction } from './message-actions.ts'
import type { OpenAction } from './open-action.ts'
import { type MessageActions, usePowers } from './use-message-actions.ts'

interface Selection {
  actions: MessageActions
  /** The message that has the focus, or had it before the command palette took it. */
  selected(): Message | undefined
  onAct(act: OpenAction): void
}

const all: readonly MessageAction[] = ['answer', 'react', 'edit', 'unsend', 'copy', 'copy_link', 'star', 'why']

export function useActionCommands(selection: Selection): void {
  const { mayWrite, canReact, canEdit, canUnsend } = usePowers()
  const latest = useRef(selection)
  latest.current = selection
  const commands = useMemo(() => {
    const isPossible: Partial<Record<MessageAction, boolean>> = {
      answer: mayWrite,
      star: mayWrite,
      react: mayWrite && canReact,
      edit: mayWrite && canEdit,
      unsend: mayWrite && canUnsend,
    }
    return all.filter((action) => isPossible[action] ?? true).map((action) => commandFor(action, () => latest.current))
  }, [mayWrite, canReact, canEdit, canUnsend])
  useCommands(commands)
}

function commandFor(action: MessageAction, latest: () => Selection): Command {
  const keys = keyOf(action)
  const chosen = (): Message | undefined => {
    const { selected, actions } = latest()
    const message = selected()
    return message !== undefined && actions.offered(message).includes(action) ? message : undefined
  }
  return {
    id: `message.${action}`,
    title: t(action === 'react' || action === 'star' ? `message.${action}_keys` : `message.${action}`),
    group: t('message.group'),
    ...(keys !== undefined && { keys: [keys] }),
    when: () => chosen() !== undefined,
    run() {
      const message = chosen()
      const { actions, onAct } = latest()
      if (message === undefined) return
      if (action === 'react') onAct({ what: 'menu', message, at: besideFocus() })
      else actions.begin(action, message)
    },
  }
}

function besideFocus() {
  const row = document.activeElement?.closest('li')?.querySelector('[data-menu]') ?? document.activeElement
  return row?.getBoundingClientRect() ?? pointAt(0, 0)
}
