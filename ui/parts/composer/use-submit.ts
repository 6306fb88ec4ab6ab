/** Sends what is written: each file that has no problem, in order, then the text. */
import { longestText } from '../../../src/contract/limits.ts'
import { type Attached, detach } from '../../drafts/attached.ts'
import { submit } from '../../outbox/outbox-store.ts'
import { usePreferences } from '../../state/preferences.ts'

export interface Addressee {
  guid: string
  /** Set for a person who has no conversation yet, or has several addresses. */
  handle?: string
  /** The line that sends it, on a hub. */
  from?: string | undefined
}

interface WrittenMessage {
  to: Addressee
  text: string
  attached: readonly Attached[]
  whyNot: string | null
  onSent(): void
}

export function useSubmit({ to, text, attached, whyNot, onSent }: WrittenMessage): {
  canSend: boolean
  send(sendAt?: string): void
} {
  const good = attached.filter(({ problem }) => problem === null)
  const hasText = text.trim() !== ''
  const canSend = whyNot === null && text.length <= longestText && (hasText || good.length > 0)
  function send(chosen?: string): void {
    if (!canSend) return
    const { undoSeconds } = usePreferences.getState()
    const sendAt = chosen ?? (undoSeconds > 0 ? `PT${undoSeconds}S` : null)
    for (const { id, file } of good) {
      submit({ ...to, file, sendAt })
      detach(to.guid, id)
    }
    if (hasText) submit({ ...to, text, sendAt })
    onSent()
  }
  return { canSend, send }
}
