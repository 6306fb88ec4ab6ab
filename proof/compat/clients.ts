/** Lists the clients of others that connect to the compatible servers. */
import { dirname, join } from 'node:path'
import { replay, type Transcript, transcripts } from '../../test/compat/replay.ts'
import { type ImsgTranscript, imsgTranscripts, replayImsg } from '../../test/compat/replay-imsg.ts'
import { ImsgProcess } from '../../test/harness/imsg-process.ts'
import { installation } from '../installation.ts'
import type { Client } from './client.ts'
import { elizaos } from './elizaos.ts'
import { figures } from './figures.ts'
import { openclawBluebubbles } from './openclaw-bluebubbles.ts'
import { openclawImsg } from './openclaw-imsg.ts'
import { photon } from './photon.ts'
import { sockets } from './sockets.ts'

const slug = (text: string): string => text.toLowerCase().replaceAll(/\W+/g, '-')

/** A program that does not run here. Its requests are replayed in their order. */
const replayed = (transcript: Transcript): Client => ({
  name: slug(transcript.client),
  release: `${transcript.client} (transcript of ${transcript.release})`,
  door: 'BlueBubbles',
  does: `replays ${transcript.steps.length} steps and checks every field that the client reads`,
  run: ({ listener: url, password, values, receiver, arrive }) =>
    replay(transcript, { url, password, values, receiver, arrive }),
})

const replayedByImsg = (transcript: ImsgTranscript): Client => ({
  name: slug(transcript.client),
  release: `${transcript.client} (transcript of ${transcript.release})`,
  door: 'imsg',
  does: `replays ${transcript.steps.length} steps and checks every field that the client reads`,
  async run({ work, world, password, values, arrive }) {
    const environment = { RELAY_URL: world.url, RELAY_KEY: password }
    const program = join(dirname(installation().entry), 'relay-imsg')
    await using rpc = new ImsgProcess(work, environment, transcript.args, program)
    return await replayImsg(transcript, { rpc, values, arrive })
  },
})

export const clients: readonly Client[] = [
  photon,
  ...sockets,
  elizaos,
  openclawBluebubbles,
  openclawImsg,
  ...transcripts().map(replayed),
  ...imsgTranscripts().map(replayedByImsg),
  figures,
]
