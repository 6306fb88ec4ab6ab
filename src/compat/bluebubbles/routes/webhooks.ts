/** Routes of webhooks: a client lists, registers and deletes the addresses that it wants to be told at. */
import { badRequest, notFound } from '../envelope.ts'
import { check, number, textIn, wholeIn } from '../input.ts'
import type { Handler, Route } from '../request.ts'

const list: Handler = ({ query, live, session }) => {
  check(query, { id: [number({ min: 1 })] })
  return {
    message: 'Successfully fetched webhooks!',
    data: live.webhooks.list({ id: wholeIn(query, 'id'), url: textIn(query, 'url') }, session.caller),
  }
}

const create: Handler = ({ body, live, session }) => {
  const added = live.webhooks.add({ url: body.url, events: body.events }, session.caller)
  if ('refusal' in added) throw badRequest(added.refusal)
  return { message: 'Successfully created webhook!', data: added }
}

const remove: Handler = ({ params, live, session }) => {
  if (!/^\d{1,15}$/.test(params.id ?? '') || !live.webhooks.remove(Number(params.id), session.caller))
    throw notFound('Webhook does not exist!')
  return { message: 'Successfully deleted webhook!' }
}

/**
 * Registering an address makes this Mac call it, and addresses contain passwords of others: the right to read is not
 * enough.
 */
export const webhookRoutes: readonly Route[] = [
  { method: 'GET', path: 'webhook', scopes: ['read', 'write'], handle: list },
  { method: 'POST', path: 'webhook', scopes: ['read', 'write'], handle: create },
  { method: 'DELETE', path: 'webhook/:id', scopes: ['read', 'write'], handle: remove },
]
