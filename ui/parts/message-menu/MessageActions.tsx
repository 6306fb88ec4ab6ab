/** The list of what can be done with a message, and the dialogs that some of it leads to. */
import { type RefObject, useState } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import { useCan } from '../../api/capabilities.ts'
import { client, saying } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { base, paths } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import { ActionList } from './ActionList.tsx'
import { type Action, change, hasOwn } from './action.ts'
import { EditDialog } from './EditDialog.tsx'
import { UnsendDialog } from './UnsendDialog.tsx'
import { WhyDialog } from './WhyDialog.tsx'

interface Props {
  message: Message
  guid: string
  opener: RefObject<HTMLElement | null>
  onClose(): void
}

type Dialog = 'why' | 'edit' | 'unsend'

export default function MessageActions({ message, guid, opener, onClose }: Props) {
  const [dialog, setDialog] = useState<Dialog>()
  const mayWrite = useMay('write')
  const canReact = useCan('send_tapbacks') && mayWrite && !message.unsent
  const canEdit = useCan('send_edits') && mayWrite && isOwnText(message)
  const canUnsend = useCan('send_unsends') && mayWrite && isOwnText(message)
  const { rowid, text } = message
  const link = `${location.origin}${base}${paths.conversation(guid, { m: rowid })}`
  const actions: Action[] = [
    ...(text === '' ? [] : [{ label: t('thread.copy'), run: () => void copy(text) }]),
    { label: t('thread.copy_link'), run: () => void copy(link) },
    ...(canEdit ? [{ label: t('thread.edit'), leadsOn: true, run: () => setDialog('edit') }] : []),
    ...(canUnsend ? [{ label: t('thread.unsend'), leadsOn: true, run: () => setDialog('unsend') }] : []),
    { label: t('thread.why'), leadsOn: true, run: () => setDialog('why') },
  ]
  if (dialog === 'why') return <WhyDialog rowid={rowid} onClose={onClose} />
  if (dialog === 'edit') return <EditDialog message={message} onClose={onClose} />
  if (dialog === 'unsend') return <UnsendDialog rowid={rowid} onClose={onClose} />
  const react = (emoji: string) =>
    void change(() => client.change_tapback({ rowid, emoji, remove: hasOwn(message, emoji) }))
  return (
    <ActionList
      actions={actions}
      message={message}
      react={canReact ? react : undefined}
      opener={opener}
      onClose={onClose}
    />
  )
}

const isOwnText = ({ is_from_me, unsent, kind, text }: Message): boolean =>
  is_from_me && !unsent && kind === 'text' && text !== ''

const copy = (text: string): Promise<unknown> =>
  navigator.clipboard.writeText(text).then(
    () => notify(t('kit.copied')),
    (error: unknown) => notify(saying(error), { kind: 'problem' }),
  )
