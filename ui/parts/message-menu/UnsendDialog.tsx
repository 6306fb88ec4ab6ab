/** Asks for confirmation before a message is unsent. */
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { change } from './action.ts'

export function UnsendDialog({ rowid, onClose }: { rowid: number; onClose(): void }) {
  const unsend = () => {
    void change(() => client.unsend_message({ rowid }))
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{t('kit.cancel')}</Button>
      <Button kind="destructive" onClick={unsend}>
        {t('thread.unsend')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('thread.unsend_question')} onClose={onClose} actions={actions}>
      <p>{t('thread.unsend_hint')}</p>
    </Dialog>
  )
}
