// What a language needs for believable small talk: names, sentences with slots, and the words for the slots.

export interface Language {
  code: string
  givenNames: readonly string[]
  familyNames: readonly string[]
  /** family name first */
  familyFirst?: boolean
  /** `{slot}` is replaced by one of the words below; `{n}` by a small number, `{time}` by a time of day */
  sentences: readonly string[]
  answers: readonly string[]
  slots: Readonly<Record<string, readonly string[]>>
  groupNames: readonly string[]
}
