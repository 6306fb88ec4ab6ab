/** The client of the endpoint table over the actions of this process, for one caller: no request leaves the process. */
import { type AskAs, type AskOptions, askAs } from '../../actions/ask-as.ts'
import type { Client } from '../../client/client.ts'
import { ClientError } from '../../client/client-error.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type ActionName, endpoints } from '../../contract/endpoints.ts'
import { serverLimits } from '../auth/server-limits.ts'
import { failureResponse } from '../failure.ts'

/** Makes a client for the endpoints that an action answers; its methods throw `ClientError`. */
export function clientAs(parts: AskAs): Client {
  const ask = askAs(parts)
  const names = Object.entries<Endpoint>(endpoints).filter(([, { by }]) => by === 'action')
  const methods = names.map(([name]) => [
    name,
    (input?: object, options?: AskOptions) =>
      ask(name as ActionName, input, options).catch((error: unknown) => {
        const { log } = parts.services
        const { bodyLimit } = serverLimits
        const { status, body } = failureResponse(error, { log, label: `MCP: ${name}`, surface: 'tools', bodyLimit })
        throw new ClientError({ ...body.error, status }, { cause: error })
      }),
  ])
  return Object.fromEntries(methods) as Client
}
