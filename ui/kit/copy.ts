/** Copies text and shows whether it succeeded. */
import { t } from '../catalogue/texts.ts'
import { notify } from '../state/toasts.ts'
import { toClipboard } from './clipboard.ts'
import { complain } from './complain.ts'

export const copy = (text: string): void => void toClipboard(text).then(() => notify(t('kit.copied')), complain)
