/** Finds settings by a few letters of their title, their hint, or their key in config.json. */
import { matchSorter, rankings } from 'match-sorter'
import type { TextKey } from '../../catalogue/texts.ts'
import { t } from '../../catalogue/texts.ts'
import { paths } from '../../routes.ts'
import { type Home, homes } from './homes.ts'

/** The part of a section that the search needs. */
export interface Findable {
  name: string
  title: TextKey
  about?: readonly TextKey[]
}

export interface FoundSetting {
  href: string
  title: string
  /** Title of the section or page that contains the setting. */
  where: string
  hint: string
  /** Key in config.json. */
  key: string
}

const most = 12

/** Returns the best matches. */
export function findSettings(text: string, sections: readonly Findable[]): FoundSetting[] {
  return matchSorter(settingsIn(sections), text.trim(), {
    keys: [
      'title',
      { key: 'key', threshold: rankings.CONTAINS },
      { key: 'where', threshold: rankings.CONTAINS, maxRanking: rankings.CONTAINS },
      { key: 'hint', threshold: rankings.CONTAINS, maxRanking: rankings.CONTAINS },
    ],
    threshold: rankings.CONTAINS,
  }).slice(0, most)
}

function settingsIn(sections: readonly Findable[]): FoundSetting[] {
  const known = new Map(sections.map((section) => [section.name, section]))
  const whole = sections.map(({ name, title }) => ({
    href: paths.settings(name),
    title: t(title),
    where: '',
    hint: '',
    key: name,
  }))
  const within = sections.flatMap(({ name, title, about = [] }) =>
    about.map((key) => ({ href: paths.settings(name), title: t(key), where: t(title), hint: '', key: name })),
  )
  const ofService = Object.entries(homes).flatMap(([place, home]) => {
    const to = leadTo(home.at, place, known)
    return to === undefined ? [] : [{ ...to, title: t(home.title), hint: home.hint ? t(home.hint) : '', key: place }]
  })
  const settings = [...whole, ...ofService, ...within]
  return settings.filter(
    ({ title, where }, index) => index === settings.findIndex((one) => one.title === title && one.where === where),
  )
}

function leadTo(at: Home['at'], place: string, sections: ReadonlyMap<string, Findable>) {
  if (at === 'plugins') return { href: paths.plugins(), where: '' }
  if (at === 'rules') return { href: paths.rules(), where: '' }
  const section = sections.get(at)
  return section && { href: paths.settings(at, place), where: t(section.title) }
}
