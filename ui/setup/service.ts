/** The API client of the setup page. Setting the password signs in, after which a new client is needed. */
import { endpointTable } from 'virtual:endpoint-table'
import { type Client, clientOver } from '../../src/client/client-over.ts'

const connected = (): Client => clientOver(endpointTable, { baseUrl: location.origin, surface: 'page' })

export interface Service {
  readonly client: Client
  setPassword(password: string): Promise<void>
}

export function openService(): Service {
  let client = connected()
  return {
    get client() {
      return client
    },
    async setPassword(password) {
      await client.change_password({ password })
      client = connected()
    },
  }
}
