/** Scenarios with a webhook receiver that is down, refuses, hangs, is slow, or listens on one kind of address only. */
import type { Scenario, Stage } from './stage.ts'
import { type Mood, type WebhookReceiver, webhookReceiver } from './webhook-receiver.ts'

/** Longer than any webhook waits for an answer by default. */
const WORK_MS = 60_000
const LOOK_MS = 500
/** Back-off after a long outage is minutes; this is longer. */
const PATIENCE_LOOKS = 1_800
const IPV4 = '127.0.0.1'
const IPV6 = '::1'

export const receiverScenarios: Record<string, Scenario> = {
  'receiver-on-ipv4-only': {
    description: 'the receiver of a webhook at `localhost` listens on 127.0.0.1 only',
    play: (stage) => withReceiver(stage, { host: IPV4 }),
  },
  'receiver-on-ipv6-only': {
    description: 'the receiver of a webhook at `localhost` listens on ::1 only',
    play: (stage) => withReceiver(stage, { host: IPV6 }),
  },
  'receiver-down': {
    description: 'nothing listens where a webhook leads, and then something does',
    play: (stage) => withReceiver(stage, { outage: 'is down' }),
  },
  'receiver-refuses': {
    description: 'the receiver of a webhook answers 500 for a while',
    play: (stage) => withReceiver(stage, { outage: 'refuses' }),
  },
  'receiver-hangs': {
    description: 'the receiver of a webhook takes requests for a while and answers none of them',
    play: (stage) => withReceiver(stage, { outage: 'hangs' }),
  },
  'receiver-slow': {
    description: 'the receiver of a webhook answers after a minute for a while',
    play: (stage) => withReceiver(stage, { outage: 'is slow' }),
  },
}

interface Trouble {
  readonly host?: string
  readonly outage?: Exclude<Mood, 'accepts'> | 'is down'
}

async function withReceiver(stage: Stage, { host, outage }: Trouble): Promise<void> {
  const receiver = webhookReceiver({ port: stage.receiverPort, host, work: () => stage.pause(WORK_MS) })
  stage.expect('nothing', `the webhook leads to http://localhost:${stage.receiverPort}/`)
  if (outage !== 'is down') await receiver.open()
  try {
    const heard = [stage.hear('one, to the receiver')]
    if (outage !== undefined) {
      stage.expect('nothing', `the receiver ${outage}`)
      if (outage !== 'is down') receiver.mood = outage
      heard.push(stage.hear('one of the group, to the receiver', { chat: stage.group() }))
      for (const word of ['two', 'three']) heard.push(stage.hear(`${word}, to the receiver`))
      await stage.pause(stage.outageMs)
      if (outage === 'is down') await receiver.open()
      receiver.mood = 'accepts'
      stage.expect('nothing', 'the receiver is well again')
    }
    heard.push(stage.hear('the last, to the receiver'))
    await arrival(stage, receiver, heard.length)
    stage.expect('nothing', reportOf(receiver, heard.length))
  } finally {
    receiver.close()
  }
}

/** Waits until as many messages were accepted, or longer than any pause between two attempts. */
async function arrival(stage: Stage, { accepted }: WebhookReceiver, count: number): Promise<void> {
  for (let looks = 0; accepted.length < count && looks < PATIENCE_LOOKS; looks++) await stage.pause(LOOK_MS)
}

function reportOf({ accepted, requests }: WebhookReceiver, heard: number): string {
  const texts = accepted.map(({ text }) => text).join('; ')
  return `the receiver accepted ${accepted.length} of ${heard} messages, after ${requests} requests: ${texts}`
}
