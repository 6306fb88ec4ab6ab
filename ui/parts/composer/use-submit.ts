/** Sends what is written: each file that has no problem, in order, then the text. */
import { longestText } from '../../../src/contract/limits.ts'
import { type Attached, detach } from '../../drafts/attached.ts'
import { submit } from '../../outbox/outbox-store.ts'

export interface Addressee {
  guid: string
  /** Set when the message goes to a person who has no conversation yet. */
  handle?: string
}

interface WrittenMessage {
  to: Addressee
  text: string
  attached: readonly Attached[]
  whyNot: string | null
  onSent(): void
}

export function useSubmit({ to, text, attached, whyNot, onSent }: WrittenMessage): { canSend: boolean; send(): void } {
  const good = attached.filter(({ problem }) => problem === null)
  const hasText = text.trim() !== ''
  const canSend = whyNot === null && text.length <= longestText && (hasText || good.length > 0)
  function send(): void {
    if (!canSend) return
    for (const { id, file } of good) {
      submit({ ...to, file })
      detach(to.guid, id)
    }
    if (hasText) submit({ ...to, text })
    onSent()
  }
  return { canSend, send }
}
