/** Writes an outgoing message into chat.db after a while: how Messages behaves when it is slow. */
import { setTimeout as pause } from 'node:timers/promises'
import { goOut, land } from '../live/network.ts'
import { readManifest } from '../manifest.ts'
import { openMessages } from '../messages/open-messages.ts'
import type { SendRequest } from './messages-app.ts'
import { outgoingOf } from './outgoing.ts'

const [home = '', afterMs = '0', request = '{}'] = process.argv.slice(2)

await pause(Number(afterMs))
const messages = openMessages(home)
goOut(messages, land(messages, readManifest(home).self, outgoingOf(JSON.parse(request) as SendRequest)))
messages.close()
