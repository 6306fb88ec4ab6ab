/** Copies text and shows whether it succeeded. */
import { t } from '../catalogue/texts.ts'
import { notify } from '../state/toasts.ts'
import { toClipboard } from './clipboard.ts'

export const copy = (text: string): void =>
  void toClipboard(text).then(
    () => notify(t('kit.copied')),
    // Browsers give their reasons in words for programmers.
    () => notify(t('kit.copy_failed'), { kind: 'problem' }),
  )
