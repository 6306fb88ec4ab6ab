/** Asks the service about a program that wants to be let in, and tells it what the owner decided. */

import type { Params } from '../../../src/client/client-over.ts'
import { type AccessRequest, accessRequestPath, authorizePath } from '../../../src/contract/oauth-paths.ts'
import { client, leaveFor } from '../../api/client.ts'

/** A request that the service refuses is explained by the service itself, at the address to which the program led. */
export async function describeProgram(search: string): Promise<AccessRequest> {
  const response = await fetch(`${accessRequestPath}${search}`)
  if (response.ok) return (await response.json()) as AccessRequest
  if (response.status < 500) {
    leaveFor(`${authorizePath}${search}`)
    await new Promise(() => undefined)
  }
  throw await failureIn(response)
}

export type Decision = { decision: 'allow'; key: Params<'add_key'> } | { decision: 'refuse' }

/** Returns the address of the program to which the browser goes. Rejects with the problem. */
export async function decide(search: string, decision: Decision): Promise<string> {
  const { csrf_token: token } = await client.page_session()
  const response = await fetch(authorizePath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== null && { 'x-csrf-token': token }) },
    body: JSON.stringify({ request: Object.fromEntries(new URLSearchParams(search)), ...decision }),
  })
  if (!response.ok) throw await failureIn(response)
  return ((await response.json()) as { location: string }).location
}

/** Errors of OAuth have a form of their own. */
async function failureIn(response: Response): Promise<Error> {
  const said = (await response.json().catch(() => ({}))) as { error_description?: string }
  return new Error(said.error_description ?? `The service answered ${response.status}.`)
}
