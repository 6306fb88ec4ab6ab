/** Copies, and says whether it did. */
import { saying } from '../api/client.ts'
import { t } from '../catalogue/texts.ts'
import { notify } from '../state/toasts.ts'
import { toClipboard } from './clipboard.ts'

export const copy = (text: string): void =>
  void toClipboard(text).then(
    () => notify(t('kit.copied')),
    (error: unknown) => notify(saying(error), { kind: 'problem' }),
  )
