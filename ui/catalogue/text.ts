/** The form of a text, and of what another language has to say for it. */

/** Forms by the plural category of `count`. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
export type Text = string | Forms
export type Texts = Readonly<Record<string, Text>>
/** Each text of the English area. */
export type Translation<T extends Texts> = { readonly [K in keyof T]: Text }
