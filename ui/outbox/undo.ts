/** Takes back a message that the service still holds back, and puts its content into the composer again. */
import { client } from '../api/client.ts'
import { errorText } from '../api/error-text.ts'
import { t } from '../catalogue/texts.ts'
import { attach } from '../drafts/attached.ts'
import { draftOf, keepDraft } from '../drafts/drafts.ts'
import { notify } from '../state/toasts.ts'
import { happen } from './happen.ts'
import type { PendingSend } from './outbox.ts'
import { drop } from './outbox-store.ts'

export async function undo({ clientId, sendId, guid, text, file }: PendingSend): Promise<void> {
  try {
    const send = await client.cancel_send({ id: sendId ?? '' })
    if (send.error?.code !== 'send_cancelled') {
      happen(clientId, { is: 'told', send })
      return void notify(t('scheduled.undo_late'))
    }
  } catch (error) {
    return void notify(t('scheduled.undo_failed', { reason: errorText(error) }), { kind: 'problem' })
  }
  drop(clientId)
  if (file !== null) attach(guid, [file], undefined)
  if (text !== '') restore(guid, text)
}

/** Keeps what was written meanwhile, after what is taken back. */
function restore(guid: string, text: string): void {
  const since = draftOf(guid)?.text ?? ''
  const whole = since === '' ? text : `${text}\n${since}`
  keepDraft(guid, { text: whole, caret: whole.length })
}
