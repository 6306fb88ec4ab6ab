/** Shows an error as a notice. */
import { saying } from '../api/client.ts'
import { notify } from '../state/toasts.ts'

export const complain = (error: unknown): void => void notify(saying(error), { kind: 'problem' })
