/** Puts a word in twenty messages, in every form in which Messages stores text. */
import type { Mac } from '../../simulator/mac.ts'

const from = '+12025550177'

export function sayTwentyTimes({ messages }: Mac, word: string): void {
  const capital = word.charAt(0).toUpperCase() + word.slice(1)
  const { guid: chat } = messages.directChat({ with: from })
  const say = (text: string) => messages.receive({ from, text })
  const first = say(`Is there ${word} left?`)
  for (const text of [capital, `(${word})`, `${word}!`, `"${word}",`, `🎉 ${word} 🎉`, `über ${word}`]) say(text)
  for (const text of [word.toUpperCase(), `The last ${word}\nof the year`]) messages.send({ chat, text })
  messages.receive({ from, text: `More ${word}`, replyTo: { guid: first.guid } })
  messages.receive({ from, text: `${capital} with bread`, subject: 'Breakfast' })
  messages.receive({ from, text: `${capital} with love`, effect: 'slam' })
  messages.receive({ from, parts: [[{ text: `${word} `, bold: true }, { text: 'for ever' }]] })
  messages.receive({ from, parts: [[{ text: 'Robin', mention: '+12025550100' }, { text: `, ${word}?` }]] })
  messages.receive({ from, text: `${'See you at the station tomorrow. '.repeat(40)}And ${word}.` })
  messages.receive({ from, text: `No ${word} today`, columns: { text: null } })
  messages.receive({ from: '+12025550178', text: `${word}?`, service: 'SMS' })
  for (const text of ['Sorry', 'Wait']) messages.edit({ message: say(text).guid, text: `${text}, ${word}` })
  messages.send({ chat, text: `Who said ${word}?` })
}
