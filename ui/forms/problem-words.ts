/** Words a problem for the reader, with the value that is wrong where it may be repeated. */
import { t } from '../catalogue/texts.ts'
import type { Problem } from './problems.ts'

export const problemWords = ({ text, values, given }: Problem): string => t(text, { ...values, given: shown(given) })

const shown = (given: string | undefined): string =>
  given === undefined ? t('forms.this_value') : t('forms.given', { value: given })
