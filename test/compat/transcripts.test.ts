import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BlueBubblesHere, blueBubblesHere } from '../harness/bluebubbles-here.ts'
import { type BridgeHere, bridgeHere } from '../harness/bridge-here.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { ImsgProcess } from '../harness/imsg-process.ts'
import { searchable } from '../harness/web-here.ts'
import { filesWith } from './files-with.ts'
import { populate, valuesOf } from './populated.ts'
import { replay, type Transcript, transcripts } from './replay.ts'
import { type ImsgTranscript, imsgTranscripts, replayImsg } from './replay-imsg.ts'

let bridge: BridgeHere
let here: BlueBubblesHere

beforeAll(async () => {
  bridge = await bridgeHere({ prepare: populate })
  const config = { relay: { scope: 'everyone', poll_interval_s: 0.1 }, send: { per_minute: 1_000 } }
  here = await blueBubblesHere({ over: bridge.mac, config })
  await searchable(here.web, 1)
}, 240_000)

afterAll(async () => {
  await here[Symbol.asyncDispose]()
  await bridge[Symbol.asyncDispose]()
})

const served = () => ({
  url: here.url,
  password: here.password,
  values: valuesOf(bridge.mac, { hook: `${bridge.receiver.url}?password=${here.password}` }),
  receiver: bridge.receiver,
  arrive: (text: string) => void bridge.mac.messages.receive({ from: '+12025550123', text }),
})

test.each(transcripts().map((each): [string, Transcript] => [each.client, each]))(
  '%s can use every response that it reads',
  async (_client, transcript) => {
    const { findings, calls } = await replay(transcript, served())
    expect(findings).toEqual([])
    expect(calls.length).toBeGreaterThan(1)
  },
  240_000,
)

test.each(imsgTranscripts().map((each): [string, ImsgTranscript] => [each.client, each]))(
  '%s can use every response of relay-imsg that it reads',
  async (_client, transcript) => {
    const environment = { RELAY_URL: here.web.url, RELAY_KEY: here.password }
    await using rpc = new ImsgProcess(here.mac.home, environment, transcript.args)
    const { findings, calls } = await replayImsg(transcript, { ...served(), rpc })
    expect(findings).toEqual([])
    expect(calls.length).toBeGreaterThan(1)
  },
  240_000,
)

test('the password is in no file of the service except those of registered webhooks, and so in no log', () => {
  const { logFile, base } = dirOf(here.mac.home)
  const { read, found } = filesWith(base, here.password)
  expect(read).toContain(logFile)
  expect(found).toEqual([])
})
