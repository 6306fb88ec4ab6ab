/** In which languages emoji have names and words to be found by. */

export const emojiLanguages = ['en', 'de'] as const
export type EmojiLanguage = (typeof emojiLanguages)[number]

/** `de-AT` finds them in `de`; whatever has none, in English. */
export const languageFor = (locale: string): EmojiLanguage =>
  emojiLanguages.find((language) => locale.split('-')[0] === language) ?? 'en'
