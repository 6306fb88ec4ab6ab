/** German texts of the results of a search, and of its conditions. */
import type { searchResults as english } from '../en/search-results.ts'
import type { Translation } from '../text.ts'

export const searchResults: Translation<typeof english> = {
  'results.suggestions': 'Filter',
  'results.people': 'Personen',
  'results.conversations': 'Unterhaltungen',
  'results.messages': 'Nachrichten',
  'results.none': 'Keine Ergebnisse.',
  'results.more': 'Mehr zeigen',
  'results.found': { one: '{count} Ergebnis', other: '{count} Ergebnisse' },
  'results.write_to': 'An {handle} schreiben',
  'results.building': 'Index wird erstellt: {indexed} von {total} Nachrichten. Ältere fehlen vielleicht noch.',
  'results.help': 'Gib ein Wort ein oder einen Filter:',
  'results.conditions': 'Filter',
  'results.not': 'nicht',
  'results.remove_condition': '{condition} entfernen',
  'results.condition_from': 'Von',
  'results.condition_in': 'In',
  'results.condition_has': 'Mit',
  'results.condition_is': 'Ist',
  'results.condition_on': 'Am',
  'results.condition_before': 'Vor',
  'results.condition_after': 'Nach',
  'results.condition_from_hint': 'Absender',
  'results.condition_in_hint': 'eine Unterhaltung',
  'results.condition_has_hint': 'image, link, file …',
  'results.condition_is_hint': 'sent, received, edited …',
  'results.condition_on_hint': 'Tag, Monat oder Jahr',
  'results.condition_before_hint': '2024-05-02, 2024 …',
  'results.condition_after_hint': '2024-05-02, 2024 …',
}
