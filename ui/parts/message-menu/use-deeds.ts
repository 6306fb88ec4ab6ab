/** Provides the actions that a message offers and starts them. */
import type { Message } from '../../../src/contract/message.ts'
import { useCan } from '../../api/capabilities.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { draftOf, keepDraft } from '../../drafts/drafts.ts'
import { copy } from '../../kit/copy.ts'
import { base, paths } from '../../routes.ts'
import { focusWriting } from '../thread/focus-writing.ts'
import type { Act } from './act.ts'
import { change, hasOwn } from './action.ts'
import { type Deed, deedsFor, type Powers, quoteOf } from './deeds.ts'

export const usePowers = (): Powers => ({
  mayWrite: useMay('write'),
  canReact: useCan('send_tapbacks'),
  canEdit: useCan('send_edits'),
  canUnsend: useCan('send_unsends'),
})

export interface Surroundings {
  guid: string
  /** Messages at the end of the conversation; empty when the end is not loaded. */
  newest: readonly Message[]
  onAct(act: Act): void
}

export interface Deeds {
  offered(message: Message): Deed[]
  begin(deed: Exclude<Deed, 'react'>, message: Message): void
  /** Adds the reaction, or removes it if it is there. */
  react(message: Message, emoji: string): void
}

export function useDeeds({ guid, newest, onAct }: Surroundings): Deeds {
  const powers = usePowers()
  return {
    offered: (message) => deedsFor(message, { powers, newest, nowMs: Date.now() }),
    react: (message, emoji) =>
      void change(() => client.change_tapback({ rowid: message.rowid, emoji, remove: hasOwn(message, emoji) })),
    begin(deed, message) {
      if (deed === 'copy') copy(message.text)
      else if (deed === 'copy_link') copy(linkTo(guid, message))
      else if (deed === 'answer') answer(guid, message)
      else onAct({ what: deed, message })
    },
  }
}

const linkTo = (guid: string, { rowid }: Message): string =>
  `${location.origin}${base}${paths.conversation(guid, { m: rowid })}`

/** An existing draft stays as it is. */
function answer(guid: string, { text }: Message): void {
  if (draftOf(guid) === undefined && text !== '') {
    const quoted = `${t('thread.quote', { text: quoteOf(text) })}\n`
    keepDraft(guid, { text: quoted, caret: quoted.length })
  }
  focusWriting()
}
