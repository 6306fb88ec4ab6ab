/** Provides the actions that a message offers and starts them. */
import type { CallName } from '../../../src/client/client-over.ts'
import type { Message } from '../../../src/contract/message.ts'
import { answers } from '../../api/answers.ts'
import { useCan } from '../../api/capabilities.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { draftOf, keepDraft } from '../../drafts/drafts.ts'
import { copy } from '../../kit/copy.ts'
import { base, paths, viewedKey } from '../../routes.ts'
import { focusWriting } from '../thread/focus-writing.ts'
import { changeMessage, hasOwn } from './change-message.ts'
import { actionsFor, type MessageAction, type Powers, quoteOf } from './message-actions.ts'
import type { OpenAction } from './open-action.ts'

export const usePowers = (): Powers => ({
  mayWrite: useMay('write'),
  canReact: useCan('send_tapbacks'),
  canEdit: useCan('send_edits'),
  canUnsend: useCan('send_unsends'),
})

export interface MessageActionsDeps {
  guid: string
  /** Messages at the end of the conversation; empty when the end is not loaded. */
  newest: readonly Message[]
  onAct(act: OpenAction): void
}

export interface MessageActions {
  offered(message: Message): MessageAction[]
  begin(action: Exclude<MessageAction, 'react'>, message: Message): void
  /** Adds the reaction, or removes it if it is there. */
  react(message: Message, emoji: string): void
}

export function useMessageActions({ guid, newest, onAct }: MessageActionsDeps): MessageActions {
  const powers = usePowers()
  return {
    offered: (message) => actionsFor(message, { powers, newest, nowMs: Date.now() }).filter(isInView),
    react: (message, emoji) =>
      void changeMessage(() => client.change_tapback({ rowid: message.rowid, emoji, remove: hasOwn(message, emoji) })),
    begin(action, message) {
      if (action === 'copy') copy(message.text)
      else if (action === 'copy_link') copy(linkTo(guid, message))
      else if (action === 'answer') answer(guid, message)
      else if (action === 'star') void changeMessage(() => toggledStar(message))
      else onAct({ what: action, message })
    },
  }
}

/** The rows of the endpoint table without which an action has nothing to do. */
const needs: Readonly<Partial<Record<MessageAction, CallName>>> = {
  star: 'star_message',
  why: 'message_trace',
}

/** Deliveries are the owner's own. */
const isInView = (action: MessageAction): boolean => {
  const needed = needs[action]
  return (viewedKey === undefined || action !== 'why') && (needed === undefined || answers(needed))
}

const toggledStar = ({ rowid, starred }: Message): Promise<unknown> =>
  starred ? client.unstar_message({ rowid }) : client.star_message({ rowid })

const linkTo = (guid: string, { rowid }: Message): string =>
  `${location.origin}${base}${paths.conversation(guid, { m: rowid })}`

/** An existing draft stays as it is. */
function answer(guid: string, { text }: Message): void {
  if (draftOf(guid) === undefined && text !== '') {
    const quoted = `${t('message.quote', { text: quoteOf(text) })}\n`
    keepDraft(guid, { text: quoted, caret: quoted.length })
  }
  focusWriting()
}
