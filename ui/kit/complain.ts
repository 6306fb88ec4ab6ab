/** Shows an error as a notice. */
import { errorText } from '../api/error-text.ts'
import { notify } from '../state/toasts.ts'

export const complain = (error: unknown): void => void notify(errorText(error), { kind: 'problem' })
