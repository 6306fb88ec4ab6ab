/** Shows an error as a notice. */
import { messageOf } from '../../src/base/errors.ts'
import { notify } from '../state/toasts.ts'

export const complain = (error: unknown): void => void notify(messageOf(error), { kind: 'problem' })
