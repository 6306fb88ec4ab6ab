/** English texts of recordings. */
import type { Texts } from '../text.ts'

export const voice = {
  'voice.from': 'Recording from {name}',
  'voice.play': 'Play',
  'voice.pause': 'Pause',
  'voice.place': 'Position',
  'voice.at': '{at} of {whole}',
  'voice.rate': 'Playback speed',
  'voice.failed': 'This browser can’t play the recording. Download the file to play it elsewhere.',
} as const satisfies Texts
