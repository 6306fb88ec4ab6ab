/** Asks for confirmation before the same text goes to many people. */
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { happen } from '../../outbox/happen.ts'
import type { PendingSend } from '../../outbox/outbox.ts'

export default function ManyPeopleDialog({ pending: { clientId, people, text } }: { pending: PendingSend }) {
  const decline = () => happen(clientId, { is: 'declined' })
  const actions = (
    <>
      <Button onClick={decline}>{t('kit.cancel')}</Button>
      <Button kind="primary" onClick={() => happen(clientId, { is: 'confirmed' })}>
        {t('outbox.send_now')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('outbox.many_title')} onClose={decline} actions={actions}>
      <p>{t('outbox.many', { count: people ?? 2 })}</p>
      {text !== '' && <blockquote dir="auto">{text}</blockquote>}
    </Dialog>
  )
}
