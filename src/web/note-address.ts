/** Publishes where a web process listens, by which commands and other programs of its machine find it. */
import { messageOf } from '../base/errors.ts'
import { pause } from '../base/pause.ts'
import type { Logger } from '../contract/log-entry.ts'
import { ownHost } from '../domain/access/own-url.ts'
import type { WebIdentity } from '../store/web-address.ts'
import type { Listening } from './listen.ts'

const noteAgainMs = 5_000

/** A full disk must not keep anybody from the page, so writing is retried. */
export async function noteAddress(
  identity: Pick<WebIdentity, 'note'>,
  { address, port }: Pick<Listening, 'address' | 'port'>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      return identity.note({ host: ownHost(address), port })
    } catch (error) {
      log.warn(`commands cannot find the web process yet: ${messageOf(error)}`)
    }
    await pause(noteAgainMs, signal)
  }
}
