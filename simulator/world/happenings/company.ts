// What people do together besides talking: groups change, places are shared, polls held, apps used.

import { chance, pick, wholeNumber } from '../../random.ts'
import { fileOf } from '../files.ts'
import { byWhom, type Event, isOnline, type Moment, place } from './moment.ts'

const groupEvents: ReadonlyArray<(moment: Moment) => unknown> = [
  (moment) => {
    const language = moment.scene.conversation.people[0]?.language ?? moment.speaker.language
    moment.messages.renameGroup({ ...byWhom(moment), name: pick(moment.random, language.groupNames) })
  },
  (moment) => moment.messages.setGroupPhoto({ ...byWhom(moment), photo: fileOf('jpeg', moment.random) }),
  (moment) => moment.messages.removeGroupPhoto(byWhom(moment)),
  (moment) =>
    moment.messages.addParticipant({ ...byWhom(moment), who: `+120255501${wholeNumber(moment.random, 50, 99)}` }),
  (moment) => moment.messages.shareLocation({ ...byWhom(moment), stop: chance(moment.random, 0.4) }),
]

export const changeGroup: Event = (moment) => {
  if (moment.scene.conversation.kind !== 'group' || !isOnline(moment)) return 0
  pick(moment.random, groupEvents)(moment)
  return 1
}

const chatEvents = ['shareLocation', 'keepAudio', 'sharePlay'] as const

export const changeChat: Event = (moment) => {
  const { messages, macos, random } = moment
  if (!isOnline(moment)) return 0
  if (macos >= 26 && chance(random, 0.3)) messages.setBackground(byWhom(moment))
  else messages[pick(random, chatEvents)](byWhom(moment))
  return 1
}

export const holdPoll: Event = (moment) => {
  const { messages, macos, left, scene, atMs, random } = moment
  if (macos < 26 || left < 4 || scene.conversation.kind !== 'group' || !isOnline(moment)) return 0
  const poll = messages.createPoll({ ...place(moment), options: ['Friday', 'Saturday', 'Sunday'] })
  messages.vote({ poll, choose: ['Friday', 'Sunday'], atMs: atMs + 30_000 })
  const from = pick(random, scene.addresses)
  const changed = messages.addPollOption({ poll, from, text: 'Any day', atMs: atMs + 60_000 })
  messages.vote({ poll: changed, from, choose: ['Any day'], atMs: atMs + 61_000 })
  return 4
}

const appMessages = [
  { app: 'cash', message: { appName: 'Apple Cash', summary: 'Sent $12 with Apple Cash' } },
  { app: 'game', message: { appName: 'Little Games', summary: 'Checkers', caption: 'Your move.' } },
  { app: 'findMy', message: { appName: 'Find My', summary: 'Requested your location' } },
  { app: 'fitness', message: { appName: 'Fitness', summary: 'I closed all three rings' } },
] as const

export const useApp: Event = (moment) => {
  if (!isOnline(moment)) return 0
  const { messages, random } = moment
  const draw = random()
  if (draw < 0.6) messages.appBalloon({ ...place(moment), ...pick(random, appMessages) })
  else if (draw < 0.75)
    messages.checkIn({ ...place(moment), stage: pick(random, ['started', 'arrived', 'late'] as const) })
  else if (draw < 0.9)
    messages.digitalTouch({ ...place(moment), kind: pick(random, ['tap', 'heartbeat', 'kiss'] as const) })
  else
    messages.handwriting({
      ...place(moment),
      strokes: [
        [
          { x: 10, y: 10 },
          { x: 60, y: 40 },
        ],
        [{ x: 20, y: 5 }],
      ],
    })
  return 1
}
