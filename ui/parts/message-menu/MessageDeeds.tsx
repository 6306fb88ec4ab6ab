/** Renders the menu or dialog of the message action that is open, beside the list, and registers the keys for it. */
import { Suspense, useCallback } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { galleryOf } from '../media/gallery.ts'
import { ActionMenu } from './ActionMenu.tsx'
import type { Act } from './act.ts'
import { EditDialog } from './EditDialog.tsx'
import { EditsDialog } from './EditsDialog.tsx'
import { ReactionsDialog } from './ReactionsDialog.tsx'
import { UnsendDialog } from './UnsendDialog.tsx'
import { useDeedCommands } from './use-deed-commands.ts'
import { useDeeds } from './use-deeds.ts'
import { WhyDialog } from './WhyDialog.tsx'

const Lightbox = lazyPart(() => import('../media/Lightbox.tsx'))

interface Props {
  guid: string
  newest: readonly Message[]
  act: Act | undefined
  onAct(act: Act | undefined): void
  selected(): Message | undefined
  /** All loaded messages. */
  messages: readonly Message[]
  onMessage(rowid: number): void
  onMore(): void
}

export default function MessageDeeds({ guid, newest, act, onAct, selected, messages, onMessage, onMore }: Props) {
  const deeds = useDeeds({ guid, newest, onAct })
  useDeedCommands({ deeds, selected, onAct })
  const onClose = useCallback(() => onAct(undefined), [onAct])
  switch (act?.what) {
    case 'menu':
      return <ActionMenu {...deeds} message={act.message} at={act.at} onClose={onClose} />
    case 'edit':
      return <EditDialog message={act.message} onClose={onClose} />
    case 'edits':
      return <EditsDialog edits={act.message.edits} onClose={onClose} />
    case 'unsend':
      return <UnsendDialog rowid={act.message.rowid} onClose={onClose} />
    case 'why':
      return <WhyDialog rowid={act.message.rowid} onClose={onClose} />
    case 'reactions':
      return <ReactionsDialog details={act.message.tapback_details} onClose={onClose} />
    case 'view':
      return (
        <Suspense>
          <Lightbox
            exhibits={galleryOf(messages)}
            first={act.id}
            onMessage={(rowid) => {
              onClose()
              onMessage(rowid)
            }}
            {...{ onClose, onMore }}
          />
        </Suspense>
      )
    default:
      return null
  }
}
