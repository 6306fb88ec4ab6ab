// Simulates things that people do together besides talking: they change groups, share locations, hold polls and use
// apps.

import { chance, pick, uuid, wholeNumber } from '../../random.ts'
import { fileOf } from '../files.ts'
import { byWhom, type Event, isOnline, isRead, type Moment, place } from './moment.ts'
import { inGroup, needing, online } from './who.ts'

/** Makes an event that writes one row. */
const tell =
  (write: (moment: Moment) => unknown): Event =>
  (moment) => {
    write(moment)
    return 1
  }

const newcomer = ({ random }: Moment): string => `+120255501${wholeNumber(random, 50, 99)}`

const nameOfGroup = ({ scene, speaker, random }: Moment): string =>
  pick(random, (scene.conversation.people[0]?.language ?? speaker.language).groupNames)

const groupEvents: readonly Event[] = [
  tell((moment) => moment.messages.renameGroup({ ...byWhom(moment), name: nameOfGroup(moment) })),
  tell((moment) => moment.messages.setGroupPhoto({ ...byWhom(moment), photo: fileOf('jpeg', moment.random) })),
  tell((moment) => moment.messages.removeGroupPhoto(byWhom(moment))),
  tell((moment) => moment.messages.addParticipant({ ...byWhom(moment), who: newcomer(moment) })),
  tell((moment) => moment.messages.shareLocation({ ...byWhom(moment), stop: chance(moment.random, 0.4) })),
]

/** Makes an event in which somebody joins, and then leaves or changes number. */
const visit =
  (end: (moment: Moment, who: string) => unknown): Event =>
  (moment) => {
    const who = newcomer(moment)
    moment.messages.addParticipant({ ...byWhom(moment), who })
    end(moment, who)
    return 2
  }

const later = (moment: Moment) => ({ chat: moment.scene.chat, atMs: moment.atMs + 2_000 })

/** Every event of a group, once each. */
export const eachGroupEvent: readonly Event[] = [
  ...groupEvents,
  ...[
    visit((moment, who) => moment.messages.removeParticipant({ ...later(moment), who })),
    visit((moment, by) => moment.messages.leaveGroup({ ...later(moment), by })),
    visit((moment, from) => moment.messages.changeNumber({ ...later(moment), from, to: '+12025550149' })),
    tell((moment) => moment.messages.renameGroup({ ...byWhom(moment), name: '' })),
  ].map(needing({ rows: 2 })),
].map(inGroup)

export const changeGroup: Event = inGroup((moment) => pick(moment.random, groupEvents)(moment))

const chatEvents: readonly Event[] = [
  tell((moment) => moment.messages.shareLocation(byWhom(moment))),
  tell((moment) => moment.messages.keepAudio(byWhom(moment))),
  tell((moment) => moment.messages.sharePlay(byWhom(moment))),
]

const setBackground = tell((moment) => moment.messages.setBackground(byWhom(moment)))

/** Every event of any chat, once each. */
export const eachChatEvent: readonly Event[] = [
  ...chatEvents,
  tell((moment) => moment.messages.shareLocation({ ...byWhom(moment), stop: true })),
  needing({ macos: 26 })(setBackground),
  needing({ macos: 26 })(tell((moment) => moment.messages.removeBackground(byWhom(moment)))),
].map(online)

export const changeChat: Event = online((moment) => {
  const { macos, random } = moment
  return macos >= 26 && chance(random, 0.3) ? setBackground(moment) : pick(random, chatEvents)(moment)
})

export const holdPoll: Event = needing({ rows: 4, macos: 26 })((moment) => {
  const { messages, scene, atMs, random } = moment
  if (scene.conversation.kind !== 'group' || !isOnline(moment)) return undefined
  const poll = messages.createPoll({ ...place(moment), options: ['Friday', 'Saturday', 'Sunday'] })
  messages.vote({ poll, choose: ['Friday', 'Sunday'], atMs: atMs + 30_000 })
  const from = pick(random, scene.addresses)
  const read = isRead(moment)
  const changed = messages.addPollOption({ poll, from, read, text: 'Any day', atMs: atMs + 60_000 })
  messages.vote({ poll: changed, from, read, choose: ['Any day'], atMs: atMs + 61_000 })
  return 4
})

const appMessages = [
  { app: 'cash', message: { appName: 'Apple Cash', summary: 'Sent $12 with Apple Cash' } },
  { app: 'game', message: { appName: 'Little Games', summary: 'Checkers', caption: 'Your move.' } },
  { app: 'findMy', message: { appName: 'Find My', summary: 'Requested your location' } },
  { app: 'fitness', message: { appName: 'Fitness', summary: 'I closed all three rings' } },
  { app: 'photos', message: { appName: 'Photos', summary: '12 Photos', caption: 'Weekend' } },
  { app: 'business', message: { caption: 'When shall we deliver?', subcaption: 'Tap to choose' } },
  { app: { bundleId: 'com.example.unheard-of' }, message: {} },
] as const

const strokes = [
  [
    { x: 10, y: 10 },
    { x: 60, y: 40 },
  ],
  [{ x: 20, y: 5 }],
]

/** Writes a second move that replaces the first. */
const playTwoMoves: Event = (moment) => {
  const { messages, random, atMs } = moment
  const session = { appName: 'Little Games', summary: 'Checkers', sessionId: uuid(random) }
  messages.appBalloon({ ...place(moment), app: 'game', message: { ...session, caption: 'Your move.' } })
  messages.appBalloon({ ...place(moment), atMs: atMs + 9_000, app: 'game', message: { ...session, caption: 'I win!' } })
  return 2
}

const appEvents: readonly Event[] = [
  ...appMessages.map((shown) => tell((moment) => moment.messages.appBalloon({ ...place(moment), ...shown }))),
  ...(['started', 'arrived', 'late'] as const).map((stage) =>
    tell((moment) => moment.messages.checkIn({ ...place(moment), stage, expectedMs: moment.atMs + 1_800_000 })),
  ),
  ...(['tap', 'heartbeat', 'kiss'] as const).map((kind) =>
    tell((moment) => moment.messages.digitalTouch({ ...place(moment), kind })),
  ),
  tell((moment) => moment.messages.handwriting({ ...place(moment), strokes })),
]

export const eachApp: readonly Event[] = [...appEvents, needing({ rows: 2 })(playTwoMoves)].map(online)

export const useApp: Event = online((moment) => pick(moment.random, appEvents)(moment))
