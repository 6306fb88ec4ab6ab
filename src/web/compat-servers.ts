/**
 * Opens and closes the listener for BlueBubbles' clients as the settings say, also while the process runs. Nothing of it
 * is loaded while it is off, and a port that is taken keeps nothing else from running.
 */

import { Type } from '@sinclair/typebox'
import type { Actions, Caller } from '../actions/action.ts'
import type { Services } from '../actions/services.ts'
import { messageOf } from '../base/errors.ts'
import type { Host } from '../compat/bluebubbles/host.ts'
import type { BlueBubbles } from '../compat/bluebubbles/open-bluebubbles.ts'
import type { Config } from '../contract/config.ts'
import { ownUrl } from '../domain/access/own-url.ts'
import { ServiceError } from '../domain/service-error.ts'
import { watchDirectory } from '../mac/watch.ts'
import type { ListenerNote, ListenerNotes } from '../store/bluebubbles-listener.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import type { Settings } from '../store/settings.ts'
import type { Uploads } from '../store/uploads.ts'
import type { Access } from './auth/access.ts'
import { Connections } from './auth/connections.ts'
import { serverLimits } from './auth/server-limits.ts'
import { onOverload, onSlowBody } from './broken-request.ts'
import { failureResponse } from './failure.ts'
import { listen } from './listen.ts'
import { withForm } from './request/form.ts'
import { plainIds, sealedIds } from './streams/event-ids.ts'

export interface CompatServersDeps {
  actions: Actions
  services: Services
  access: Pick<Access, 'keyHolder' | 'stillAdmitted' | 'installKey'>
  dir: Pick<ServiceDir, 'blueBubblesFile' | 'journalFile' | 'stateDir'>
  /** The host that it runs on; a Mac if left out. */
  world?: Host | undefined
  settings: Settings
  uploads: Uploads
  notes: Pick<ListenerNotes, 'note' | 'forget'>
}

type Wanted = Config['compat']['bluebubbles']

const retryMs = 30_000
const bytesInMb = 1024 * 1024
/** Other clients wait longer for a file to be taken than ours do. */
const limits = { ...serverLimits, requestTimeout: serverLimits.uploadTimeout }

export class CompatServers {
  readonly #deps: CompatServersDeps
  #open: BlueBubbles | undefined
  /** The settings that were applied last. */
  #applied = ''
  #isClosed = false
  #toldProblem: string | undefined
  #retry: NodeJS.Timeout | undefined
  /** Changes are applied one after the other. */
  #last: Promise<void> = Promise.resolve()

  constructor(deps: CompatServersDeps) {
    this.#deps = deps
    deps.settings.onChange(({ compat }) => this.#apply(compat.bluebubbles))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    await this.#last
    await this.#open?.close()
    this.#deps.notes.forget()
  }

  #apply(wanted: Wanted): void {
    const name = wanted.enabled ? `${wanted.host} ${wanted.port}` : ''
    if (name === this.#applied) return
    this.#applied = name
    this.#last = this.#last.then(() => this.#change(wanted))
  }

  async #change(wanted: Wanted): Promise<void> {
    const { log } = this.#deps.services
    clearTimeout(this.#retry)
    try {
      await this.#closeOpen()
      if (this.#isClosed) return
      if (!wanted.enabled) return this.#deps.notes.forget()
      const { port, url } = await this.#listen(wanted)
      this.#toldProblem = undefined
      log.info(`listener for BlueBubbles clients opened at ${url}`)
      this.#note(wanted, { listening_port: port, problem: null })
    } catch (error) {
      // It is tried again and again, and told once.
      if (messageOf(error) !== this.#toldProblem) log.error(`BlueBubbles clients cannot connect: ${messageOf(error)}`)
      this.#toldProblem = messageOf(error)
      const code = error instanceof ServiceError ? error.code : 'internal'
      this.#note(wanted, { listening_port: null, problem: { code, message: messageOf(error) } })
      // Whatever has the port may give it back.
      this.#retry = setTimeout(() => {
        this.#last = this.#last.then(() => this.#change(wanted))
      }, retryMs).unref()
    }
  }

  #holderOf(id: string): Caller | undefined {
    const { settings, access } = this.#deps
    const key = settings.current().auth.api_keys.find((one) => one.id === id)
    if (key === undefined) return undefined
    const caller: Caller = { via: 'key', id, scopes: key.scopes, grant: key.grant ?? null }
    return access.stillAdmitted(caller) ? caller : undefined
  }

  async #closeOpen(): Promise<void> {
    const open = this.#open
    if (open === undefined) return
    this.#open = undefined
    await open.close()
    this.#deps.services.log.info('listener for BlueBubbles clients closed')
  }

  #note({ host, port }: Wanted, outcome: Pick<ListenerNote, 'listening_port' | 'problem'>): void {
    try {
      this.#deps.notes.note({ host, port, ...outcome })
    } catch (error) {
      this.#deps.services.log.warn(`the state of the listener could not be noted: ${messageOf(error)}`)
    }
  }

  async #listen({ host, port: wantedPort }: Wanted): Promise<{ port: number; url: string }> {
    const { actions, services, access, uploads, settings, dir, world } = this.#deps
    const { openBlueBubbles } = await import('../compat/bluebubbles/open-bluebubbles.ts')
    const { hostOfMac } = await import('../compat/bluebubbles/host.ts')
    const connections = new Connections({ overloaded: onOverload, tooSlow: onSlowBody })
    const forms = { uploads, maxFileBytes: () => settings.current().send.max_file_mb * bytesInMb }
    let port = wantedPort
    this.#open = await openBlueBubbles({
      actions,
      services,
      limits: serverLimits,
      dir,
      host: world ?? hostOfMac({ dir, watch: (onStir) => watchDirectory(dir.stateDir, onStir) }),
      stillAdmitted: access.stillAdmitted,
      holderOf: (id) => this.#holderOf(id),
      placesFor: ({ id, grant }) =>
        grant === null ? plainIds : sealedIds(access.installKey, `bluebubbles ${id} ${JSON.stringify(grant)}`),
      admit(password, request) {
        const caller = access.keyHolder(password, request)
        connections.stand(request.raw, 'known')
        return caller
      },
      explain(error, label) {
        const { log } = services
        const { body } = failureResponse(error, { log, label, surface: 'api', bodyLimit: serverLimits.bodyLimit })
        return body.error
      },
      withUpload: ({ raw }, upload, use) => withForm(raw, { upload, body: Type.Object({}) }, forms, use),
      async listen(app) {
        app.decorate('connections', connections)
        const listening = await listen(app, { host, port: wantedPort }, limits)
        port = listening.port
        return { url: ownUrl({ host, port }), servers: listening.servers, close: listening.close }
      },
    })
    return { port, url: this.#open.url }
  }
}
