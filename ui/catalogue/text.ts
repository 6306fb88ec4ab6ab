/** The types of texts and of their translations. */

/** Plural forms by the plural category of `count`. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
export type Text = string | Forms
export type Texts = Readonly<Record<string, Text>>
/** Requires a translation of each text in an English area. */
export type Translation<T extends Texts> = { readonly [K in keyof T]: Text }
