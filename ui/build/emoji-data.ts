/**
 * Builds `emoji/en.json` and its like beside the page: every emoji with its name and search words in one language, as
 * the picker reads them.
 */
import { readFileSync } from 'node:fs'
import type { EmojiData } from 'frimousse'
import type { Plugin } from 'vite'
import { emojiLanguages } from '../parts/emoji/languages.ts'

interface Source {
  emoji: string
  label: string
  tags?: string[]
  version: number
  /** Missing for parts of other emoji. */
  group?: number
  subgroup?: number
  skins?: { emoji: string; tone: number | number[] }[]
}

interface Names {
  groups: { key: string; message: string; order: number }[]
  subgroups: { key: string; order: number }[]
  skinTones: { key: string; message: string }[]
}

export const emojiData = (): Plugin => ({
  name: 'emoji-data',
  buildStart() {
    for (const language of emojiLanguages)
      this.emitFile({
        type: 'asset',
        fileName: `emoji/${language}.json`,
        source: JSON.stringify(dataIn(language)),
      })
  },
})

const source = import.meta.resolve('emojibase-data/package.json')
const read = (file: string) => JSON.parse(readFileSync(new URL(file, source), 'utf8'))

function dataIn(locale: string): EmojiData {
  const emojis: Source[] = read(`${locale}/data.json`)
  const { groups, subgroups, skinTones }: Names = read(`${locale}/messages.json`)
  const flags = subgroups.filter(({ key }) => key.endsWith('-flag')).map(({ order }) => order)
  const parts = groups.find(({ key }) => key === 'component')?.order
  return {
    locale,
    categories: groups
      .filter(({ order }) => order !== parts)
      .map(({ order, message }) => ({ index: order, label: capital(message, locale) })),
    skinTones: Object.fromEntries(skinTones.map(({ key, message }) => [key, message])) as EmojiData['skinTones'],
    emojis: emojis.flatMap(({ emoji, label, tags = [], version, group, subgroup, skins }) =>
      group === undefined || group === parts
        ? []
        : {
            emoji,
            version,
            tags,
            category: group,
            label: capital(label, locale),
            ...(subgroup !== undefined && flags.includes(subgroup) && { countryFlag: true as const }),
            ...(skins && { skins: tonesOf(skins) }),
          },
    ),
  }
}

const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const

/** If two people have a tone each, offers only the variants in which both have the same tone. */
const tonesOf = (skins: NonNullable<Source['skins']>) =>
  Object.fromEntries(
    skins.flatMap(({ emoji, tone }) => (typeof tone === 'number' ? [[tones[tone - 1], emoji]] : [])),
  ) as EmojiData['emojis'][number]['skins']

const capital = (text: string, locale: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
