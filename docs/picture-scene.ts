/** Sets the scene of the pictures: a small world of people who do not exist, and the weekend that four of them plan. */
import type { Mac } from '../simulator/mac.ts'
import { sampleFile } from '../simulator/media/sample-files.ts'

const people = {
  fern: { firstName: 'Fern', lastName: 'Merriweather', phone: '+12065550141' },
  quinn: { firstName: 'Quinn', lastName: 'Coldwater', phone: '+12065550142' },
  lowell: { firstName: 'Lowell', lastName: 'Grandpré', phone: '+12065550143' },
  imani: { firstName: 'Imani', lastName: 'Okafor', phone: '+12065550144' },
  tomas: { firstName: 'Tomás', lastName: 'Ribeiro', phone: '+12065550145' },
  eleni: { firstName: 'Ελένη', lastName: 'Παππά', phone: '+12065550146' },
  layla: { firstName: 'ليلى', lastName: 'حداد', phone: '+12065550147' },
} as const

const minuteMs = 60_000

const others = [
  [people.imani, 'The contract is signed. Call me when you are out of your meeting?', 52, 1],
  [people.tomas, 'Chegámos bem! Obrigado por tudo', 148, 0],
  [people.eleni, 'Τα λέμε αύριο στις δέκα στον σταθμό', 301, 2],
  [people.layla, 'وصلت للتو، أراك غدًا إن شاء الله', 1_460, 0],
] as const

export const newsText = 'Signed, sealed, delivered. See you on Monday!'

const news = [
  [people.tomas, 'Bom dia! O café está pronto'],
  [people.eleni, 'Στον σταθμό στις δέκα;'],
  [people.fern, 'Parking is free on Sundays'],
  [people.layla, 'صباح الخير'],
  [people.quinn, 'Key is under the blue pot'],
  [people.imani, newsText],
] as const

/** Adds the messages that come in while the service runs, and returns how many there are. */
export function playNews({ messages }: Mac, nowMs: number): number {
  for (const [{ phone }, text] of news) messages.receive({ from: phone, text, atMs: nowMs })
  return news.length
}

export function playScene({ messages, contacts }: Mac, nowMs: number): void {
  const at = (minutesAgo: number) => nowMs - minutesAgo * minuteMs
  for (const { firstName, lastName, phone } of Object.values(people))
    contacts.onMyMac.add({ firstName, lastName, phones: [phone] })
  for (const [{ phone }, text, minutesAgo, unread] of others)
    messages.receive({ from: phone, text, atMs: at(minutesAgo), read: unread === 0 })
  const [fern, quinn, lowell] = [people.fern.phone, people.quinn.phone, people.lowell.phone]
  const { guid: chat } = messages.createGroup({ name: 'Lake weekend', members: [fern, quinn, lowell] })
  const says = (from: string, minutesAgo: number, more: object) =>
    messages.receive({ from, chat, atMs: at(minutesAgo), read: true, ...more })
  const say = (minutesAgo: number, more: object) =>
    messages.send({ chat, atMs: at(minutesAgo), state: 'read', ...more })
  says(quinn, 1_530, { text: 'I booked the cabin! Friday to Sunday' })
  says(quinn, 1_529, { files: [sampleFile('jpeg', 2)] })
  const cheer = say(1_520, { text: 'Perfect. I’ll bring the boat key and coffee' })
  messages.tapback({ target: cheer, from: quinn, kind: 'love', atMs: at(1_519) })
  messages.tapback({ target: cheer, from: fern, kind: 'love', atMs: at(1_515) })
  const ask = says(lowell, 34, { text: 'Who has room in the car for two dogs? 🐕🐕' })
  const answer = say(31, { text: 'I do – leaving at three', replyTo: { guid: ask.guid } })
  messages.tapback({ target: answer, from: lowell, kind: 'like', atMs: at(30) })
  says(fern, 12, { text: 'Weather looks kind: https://weather.example/lake' })
  says(fern, 11, { text: '☀️' })
  say(4, { text: 'See you all at the gate' })
}
