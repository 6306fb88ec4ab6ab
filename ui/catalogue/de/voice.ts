/** German texts of recordings. */
import type { voice as english } from '../en/voice.ts'
import type { Translation } from '../text.ts'

export const voice: Translation<typeof english> = {
  'voice.from': 'Aufnahme von {name}',
  'voice.play': 'Abspielen',
  'voice.pause': 'Anhalten',
  'voice.place': 'Stelle',
  'voice.at': '{at} von {whole}',
  'voice.rate': 'Wiedergabetempo',
  'voice.failed':
    'Dieser Browser kann die Aufnahme nicht abspielen. Lade die Datei herunter, um sie anderswo anzuhören.',
}
