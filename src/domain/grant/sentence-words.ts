/** The words of the sentence about a key (`sentence.ts`) in each language, with `{…}` for what the sentence fills in. */

export interface SentenceWords {
  reads: string
  readsNothing: string
  everyone: string
  all: string
  allExcept: string
  everyoneExcept: string
  more: string
  group: string
  ofLine: string
  ofLines: string
  asLines: string
  since: string
  lastDays: string
  today: string
  without: string
  text: string
  attachments: string
  names: string
  handles: string
  codes: string
  sendsNothing: string
  sends: string
  asks: string
  to: string
  exceptTo: string
  perHour: string
  oncePerHour: string
  between: string
  administers: string
  until: string
}

const english: SentenceWords = {
  reads: 'Reads {whom}',
  readsNothing: 'Reads nothing',
  everyone: 'everyone',
  all: 'all conversations',
  allExcept: 'all conversations except {people}',
  everyoneExcept: 'everyone except {people}',
  more: '{count} more',
  group: 'the group {id}',
  ofLine: ' of the line {lines}',
  ofLines: ' of the lines {lines}',
  asLines: ' as {lines}',
  since: ' since {date}',
  lastDays: ' from the last {days} days',
  today: ' from today',
  without: ', without {parts}',
  text: 'texts',
  attachments: 'files',
  names: 'names',
  handles: 'numbers',
  codes: 'one-time codes',
  sendsNothing: 'sends nothing',
  sends: 'sends{to} without asking',
  asks: 'asks before it sends{to}',
  to: ' to {people}',
  exceptTo: ', except to {people}',
  perHour: ', at most {count} messages an hour',
  oncePerHour: ', at most 1 message an hour',
  between: ', between {from} and {to}',
  administers: 'changes settings, plugins and keys',
  until: 'until {date}',
}

const german: SentenceWords = {
  reads: 'Liest {whom}',
  readsNothing: 'Liest nichts',
  everyone: 'alle',
  all: 'alle Unterhaltungen',
  allExcept: 'alle Unterhaltungen außer {people}',
  everyoneExcept: 'alle außer {people}',
  more: '{count} weitere',
  group: 'die Gruppe {id}',
  ofLine: ' des Anschlusses {lines}',
  ofLines: ' der Anschlüsse {lines}',
  asLines: ' als {lines}',
  since: ' seit {date}',
  lastDays: ' der letzten {days} Tage',
  today: ' von heute',
  without: ', ohne {parts}',
  text: 'Texte',
  attachments: 'Dateien',
  names: 'Namen',
  handles: 'Nummern',
  codes: 'Einmalcodes',
  sendsNothing: 'sendet nichts',
  sends: 'sendet{to} ohne zu fragen',
  asks: 'fragt vor dem Senden{to}',
  to: ' an {people}',
  exceptTo: ', außer an {people}',
  perHour: ', höchstens {count} Nachrichten pro Stunde',
  oncePerHour: ', höchstens 1 Nachricht pro Stunde',
  between: ', zwischen {from} und {to} Uhr',
  administers: 'ändert Einstellungen, Plugins und Schlüssel',
  until: 'bis {date}',
}

/** `locale` is such as `de-AT`; English is spoken to whoever speaks neither. */
export const sentenceWords = (locale: string): SentenceWords => (/^de(-|$)/i.test(locale) ? german : english)
