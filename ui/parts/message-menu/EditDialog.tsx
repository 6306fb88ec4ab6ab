/** Edits the text of the user's own message. */
import { useState } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { inputClass } from '../../kit/Field.tsx'
import { change } from './action.ts'

export function EditDialog({ message: { rowid, text: before }, onClose }: { message: Message; onClose(): void }) {
  const [text, setText] = useState(before)
  const save = () => {
    void change(() => client.edit_message({ rowid, text }))
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{t('kit.cancel')}</Button>
      <Button kind="primary" disabled={text.trim() === '' || text === before} onClick={save}>
        {t('kit.save')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('thread.edit')} onClose={onClose} actions={actions}>
      <textarea
        className={inputClass}
        dir="auto"
        rows={4}
        aria-label={t('thread.edit')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  )
}
