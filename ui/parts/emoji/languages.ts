/** Lists the languages in which emoji have names and search words. */

export const emojiLanguages = ['en', 'de'] as const
export type EmojiLanguage = (typeof emojiLanguages)[number]

/** `de-AT` falls back to `de`, and a language without emoji names to English. */
export const languageFor = (locale: string): EmojiLanguage =>
  emojiLanguages.find((language) => locale.split('-')[0] === language) ?? 'en'
