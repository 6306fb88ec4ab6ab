/** A hub with as many messages as years of many Macs leave, made once for all bars of a run. */
import { HubWorld } from '../hub-world.ts'
import { populate } from './populate.ts'

const manyRows = 10_000_000
const fewerRows = 1_000_000

/** Settings as on a server, and not as for trying. */
const settings = ['fsync=on', 'shared_buffers=1GB', 'max_wal_size=4GB', 'checkpoint_timeout=15min', 'jit=off']

export class LoadedHub implements AsyncDisposable {
  readonly #rows: number
  #world: Promise<HubWorld> | undefined

  constructor(isQuick: boolean) {
    this.#rows = isQuick ? fewerRows : manyRows
  }

  get rows(): string {
    return `${this.#rows / 1_000_000} M rows`
  }

  world(): Promise<HubWorld> {
    this.#world ??= this.#open()
    return this.#world
  }

  async #open(): Promise<HubWorld> {
    const world = await HubWorld.open({ postgresSettings: settings })
    try {
      await populate(world.database, this.#rows)
      return world
    } catch (error) {
      await world[Symbol.asyncDispose]()
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#world?.catch(() => undefined))?.[Symbol.asyncDispose]()
  }
}
