/**
 * Tells nats-server which Macs are refused. PostgreSQL keeps the list: a server that lost it is told again as soon as
 * it is back, before anyone else makes a request.
 */
import type { NatsConnection } from '@nats-io/transport-node'
import { isObject } from '../../base/json-object.ts'
import { connectNats, type NatsAccess } from '../../nats/connect.ts'
import type { Sql } from '../store/database.ts'
import { refusedNkeys } from '../store/enrolment.ts'
import { type HubKeys, updateSubject } from './hub-keys.ts'

const answerMs = 5_000

export class Accounts {
  readonly #keys: HubKeys
  readonly #sql: Sql
  readonly #admin: NatsConnection
  readonly #onTrouble: (error: unknown) => void

  private constructor(keys: HubKeys, sql: Sql, admin: NatsConnection, onTrouble: (error: unknown) => void) {
    this.#keys = keys
    this.#sql = sql
    this.#admin = admin
    this.#onTrouble = onTrouble
  }

  /** Throws `hub_unavailable`. Later failures are reported to `onTrouble`, and repeated when the server is back. */
  static async open(
    { keys, sql, servers, ca }: { keys: HubKeys; sql: Sql } & Pick<NatsAccess, 'servers' | 'ca'>,
    onTrouble: (error: unknown) => void,
  ): Promise<Accounts> {
    const credentials = await keys.adminCredentials()
    const admin = await connectNats({ servers, ca, credentials, name: 'hub admin', isPatient: true })
    const accounts = new Accounts(keys, sql, admin, onTrouble)
    try {
      await accounts.tell()
    } catch (error) {
      await accounts.stop()
      throw error
    }
    void accounts.#follow()
    return accounts
  }

  /** Resolves once the list is in force on the server, and refused Macs are disconnected. */
  async tell(): Promise<void> {
    await this.#update(await this.#keys.hubAccountJwt())
    await this.#update(await this.#keys.macsAccountJwt(await refusedNkeys(this.#sql)))
  }

  async #update(jwt: string): Promise<void> {
    const answer = (await this.#admin.request(updateSubject, jwt, { timeout: answerMs })).json<unknown>()
    if (!isObject(answer) || answer.error !== undefined)
      throw new Error(`nats-server does not take an account of the hub: ${JSON.stringify(answer)}`)
  }

  async stop(): Promise<void> {
    await this.#admin.close()
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.#admin.status())
      if (type === 'reconnect') await this.tell().catch(this.#onTrouble)
  }
}
