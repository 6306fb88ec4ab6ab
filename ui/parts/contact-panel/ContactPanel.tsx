/**
 * Shows details of a person or group and the actions on them, beside the messages if there is room, else in a sheet
 * over them.
 */
import { X } from 'lucide-react'
import { type ComponentType, useId, useRef, useSyncExternalStore } from 'react'
import type { CallName } from '../../../src/client/client-over.ts'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { answers } from '../../api/answers.ts'
import { t } from '../../catalogue/texts.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { viewedKey } from '../../routes.ts'
import { useFreshMedia } from '../gallery/media-pages.ts'
import { useFocusOnView } from '../thread/use-focus-on-view.ts'
import { useViews } from '../thread/use-views.ts'
import styles from './ContactPanel.module.css'
import { ExportSection } from './ExportSection.tsx'
import { FactsSection } from './FactsSection.tsx'
import { GroupsSection } from './GroupsSection.tsx'
import { KeepSection } from './KeepSection.tsx'
import { MediaSection } from './MediaSection.tsx'
import { MuteSection } from './MuteSection.tsx'
import { PeopleSection } from './PeopleSection.tsx'
import { Portrait } from './Portrait.tsx'
import { RelaySection } from './RelaySection.tsx'

/** The sections in the order in which they are shown; each decides whether it has something to show. */
const sections: Readonly<Record<string, ComponentType<{ conversation: Conversation }>>> = {
  portrait: Portrait,
  people: PeopleSection,
  media: MediaSection,
  relay: RelaySection,
  mute: MuteSection,
  keep: KeepSection,
  groups: GroupsSection,
  facts: FactsSection,
  export: ExportSection,
}

/** A key does not see the owner's choices about a conversation. */
const ofOwner = ['relay', 'mute', 'keep', 'export']
/** A section is empty without these rows of the endpoint table. */
const needs: Readonly<Record<string, CallName>> = {
  people: 'conversation_details',
  media: 'list_media',
  relay: 'list_whitelist',
  keep: 'list_starred',
  groups: 'conversation_details',
  facts: 'conversation_details',
  export: 'export_conversation',
}
const shown = Object.entries(sections).filter(([name]) => {
  const needed = needs[name]
  return (viewedKey === undefined || !ofOwner.includes(name)) && (needed === undefined || answers(needed))
})

export default function ContactPanel({ conversation }: { conversation: Conversation }) {
  const { close } = useViews(conversation.guid)
  useFreshMedia()
  const content = (
    <div className={styles.sections}>
      {shown.map(([name, Section]) => (
        <Section key={name} conversation={conversation} />
      ))}
    </div>
  )
  if (useIsRoomy()) return <Aside onClose={close}>{content}</Aside>
  return (
    <Dialog title={t('thread.info')} size="drawer" onClose={close}>
      {content}
    </Dialog>
  )
}

function Aside({ onClose, children }: { onClose(): void; children: React.ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useFocusOnView(heading)
  return (
    <aside
      className={styles.aside}
      aria-labelledby={id}
      data-region
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.header}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {t('thread.info')}
        </h2>
        <IconButton label={t('details.close')} onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>
      {children}
    </aside>
  )
}

const roomy = matchMedia('(width >= 1200px)')

const subscribe = (changed: () => void) => {
  roomy.addEventListener('change', changed)
  return () => roomy.removeEventListener('change', changed)
}

const useIsRoomy = (): boolean => useSyncExternalStore(subscribe, () => roomy.matches)
