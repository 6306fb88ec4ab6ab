/** Wer weitergegeben wird. */
import type { people as english } from '../en/people.ts'
import type { Translation } from '../text.ts'

export const people: Translation<typeof english> = {
  'people.lead':
    'Was weitergegeben wird, bekommen die eingeschalteten Plugins. Was Sie auf dieser Seite lesen und suchen, hängt davon nicht ab.',
  'people.scope': 'Wessen Nachrichten weitergegeben werden',
  'people.scope_whitelist': 'Nur Menschen und Gruppen, die ich auswähle',
  'people.scope_whitelist_hint': 'Alle anderen werden zurückgehalten.',
  'people.scope_contacts': 'Alle in meinen Kontakten',
  'people.scope_contacts_hint':
    'Und die Menschen und Gruppen unten. In anderen Gruppen wird zurückgehalten, was Fremde schreiben.',
  'people.scope_everyone': 'Alle, auch Fremde',
  'people.scope_everyone_hint': 'Nur nicht, was Nachrichten als Spam abgelegt hat.',
  'people.effect': {
    one: 'Was weitergegeben wird, geht an ein Plugin: {names}.',
    other: 'Was weitergegeben wird, geht an {count} Plugins: {names}.',
  },
  'people.effect_none': 'Kein Plugin ist eingeschaltet, also erfährt noch niemand etwas.',
  'people.to_plugins': 'Plugins',
  'people.people': 'Menschen',
  'people.people_whitelist': 'Weitergegeben wird, was sie Ihnen schreiben, nicht was Sie ihnen schreiben.',
  'people.people_contacts': 'Zusätzlich zu allen in Ihren Kontakten.',
  'people.people_everyone':
    'Ohnehin werden alle weitergegeben, diese hier auch dann, wenn Nachrichten sie für Spam hält.',
  'people.empty_whitelist': 'Noch niemand: Nur was Sie sich selbst schreiben, wird weitergegeben.',
  'people.empty_contacts': 'Niemand außer Ihren Kontakten.',
  'people.empty_everyone': 'Niemand im Besonderen.',
  'people.nobody': 'Noch niemand, nur Gruppen.',
  'people.add_person': 'Jemanden hinzufügen',
  'people.added': '{name} wird ab jetzt weitergegeben',
  'people.remove': '{name} entfernen',
  'people.removed': '{name} wird nicht mehr weitergegeben',
  'people.last_heard': 'Letzte Nachricht: {time}',
  'people.never_heard': 'Noch keine Nachricht',
  'people.paste': 'Mehrere einfügen …',
  'people.paste_title': 'Mehrere einfügen',
  'people.paste_label': 'Nummern und E-Mail-Adressen',
  'people.paste_hint': 'Eine pro Zeile. Namen daneben stören nicht.',
  'people.paste_add': { one: '{count} hinzufügen', other: '{count} hinzufügen' },
  'people.pasted': { one: '{count} hinzugefügt.', other: '{count} hinzugefügt.' },
  'people.pasted_added': 'Hinzugefügt',
  'people.pasted_there_already': 'War schon da',
  'people.pasted_no_address': 'Weder Nummer noch E-Mail-Adresse',
  'people.groups': 'Gruppen',
  'people.groups_hint': 'Eine Gruppe wird als Ganzes weitergegeben, gleich wer darin schreibt.',
  'people.no_group': 'Noch keine Gruppe.',
  'people.add_group': 'Gruppe nach Name oder Mitglied',
  'people.held_back': 'Zuletzt zurückgehalten',
  'people.held_back_hint':
    'Sie haben geschrieben und wurden nicht weitergegeben. Zulassen gilt für alles, was ab jetzt kommt.',
  'people.held_back_none': 'Niemand: Alle, die zuletzt schrieben, wurden weitergegeben.',
  'people.held_back_count': { one: '{count} Nachricht', other: '{count} Nachrichten' },
  'people.held_back_junk': 'Von Nachrichten als Spam abgelegt',
  'people.allow': 'Zulassen',
  'people.allow_name': '{name} zulassen',
  'people.own': 'Meine eigenen Adressen',
  'people.own_hint':
    'Was Sie sich selbst schreiben, wird immer weitergegeben; hieran wird erkannt, welche Adressen Ihre sind.',
  'people.own_detected': 'Von Nachrichten:',
  'people.own_none': 'Nachrichten nennt zurzeit keine.',
  'people.own_add': 'Weitere eigene Adresse hinzufügen',
}
