/** Declares what `relay-imsg` asks of the service: what both compatible servers ask, and files and events over HTTP. */
import type { Client } from '../../client/client.ts'
import type { Relay } from '../wire/relay.ts'

export type Service = Relay & Pick<Client, 'events' | 'set_typing' | 'send_file' | 'get_attachment' | 'cancel_send'>
