/** A thing that can be done with a message, and doing it. */
import type { Message } from '../../../src/contract/message.ts'
import { saying } from '../../api/client.ts'
import { notify } from '../../state/toasts.ts'

export interface Action {
  label: string
  /** It leads to a dialog, which takes the place of the list. */
  leadsOn?: boolean
  run(): void
}

export const hasOwn = ({ tapback_details }: Message, emoji: string): boolean =>
  tapback_details.some((one) => one.is_from_me && one.emoji === emoji)

/** What becomes of it is told by the event that follows. */
export const change = (work: () => Promise<unknown>): Promise<void> =>
  work().then(
    () => undefined,
    (error: unknown) => void notify(saying(error), { kind: 'problem' }),
  )
