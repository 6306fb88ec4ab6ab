/** Names the settings of the service and their choices in the reader's language. */
import { categories } from '../../../../src/contract/categories.ts'
import { t } from '../../../catalogue/texts.ts'
import type { Words } from '../../../forms/form-context.ts'
import { homeOf } from '../homes.ts'

export function wordsOf(place: string): Words {
  const home = homeOf(place)
  if (home === undefined) return {}
  const { title, hint } = home
  return { title: t(title), description: hint && t(hint), options: options[place]?.() }
}

const categoryNames = () =>
  Object.fromEntries(categories.map((category) => [category, t(`settings.categories.${category}`)]))

const options: Readonly<Record<string, () => Record<string, string>>> = {
  'categories.shown': categoryNames,
  'categories.relayed': categoryNames,
  'log.level': () => ({
    debug: t('settings.log.level_debug'),
    info: t('settings.log.level_info'),
    warn: t('settings.log.level_warn'),
    error: t('settings.log.level_error'),
  }),
  'web.offline_alert_s': () => ({
    0: t('settings.off'),
    30: t('settings.after_30'),
    60: t('settings.after_60'),
    120: t('settings.after_120'),
    300: t('settings.after_300'),
  }),
}
