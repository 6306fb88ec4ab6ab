/** Libraries at the other end: they verify a webhook that arrives, and read the stream of events. */
import { until } from '../../test/harness/until.ts'
import { type Court, importTool, type Judge, verdictOf } from './judge.ts'

/** The secret of the webhook, in the form of the standard. */
export const secret = `whsec_${Buffer.from('a secret that judges know').toString('base64')}`

type Verifier = { Webhook: new (secret: string) => { verify(body: string, headers: object): unknown } }

const webhookBy = (name: 'standardwebhooks' | 'svix'): Judge => ({
  name,
  examines: 'a webhook that really arrives, its signature and its age; and the same body changed',
  tools: [name],
  isForHubs: true,
  async judge(court) {
    const { Webhook } = await importTool<Verifier>(court, name)
    const { raw, headers } = await delivered(court, `for ${name}`)
    const judge = new Webhook(secret)
    const isRefused = (body: string) => {
      try {
        judge.verify(body, headers)
        return undefined
      } catch (error) {
        return String(error)
      }
    }
    const refused = isRefused(raw)
    return verdictOf(
      [
        ...(refused === undefined ? [] : [`the delivery is refused: ${refused}`]),
        ...(isRefused(`${raw} `) === undefined ? ['a changed body is accepted'] : []),
      ],
      'verified; refused once it is changed',
    )
  },
})

async function delivered({ world, receive }: Court, text: string) {
  const found = () => world.receiver.delivered.find(({ body }) => body.text === text)
  receive(text)
  await until(() => found() !== undefined, { describe: () => 'the webhook' })
  return found() ?? { raw: '', headers: {} }
}

export const standardWebhooks = webhookBy('standardwebhooks')
export const svix = webhookBy('svix')

interface Stream {
  EventSource: new (
    url: string,
    options: { fetch: typeof fetch },
  ) => {
    onopen: unknown
    onmessage: ((event: { data: string; lastEventId: string }) => void) | undefined
    readyState: number
    close(): void
  }
}

export const eventSource: Judge = {
  name: 'eventsource',
  examines: 'the stream of events, with a key: a message that arrives, and its id',
  tools: ['eventsource'],
  isForHubs: true,
  async judge(court) {
    const { EventSource } = await importTool<Stream>(court, 'eventsource')
    const stream = new EventSource(`${court.url}/api/v1/events`, {
      fetch: (url, init) =>
        fetch(url, { ...init, headers: { ...init?.headers, authorization: `Bearer ${court.key}` } }),
    })
    const events: { type: string; id: string }[] = []
    stream.onmessage = ({ data, lastEventId }) => events.push({ type: JSON.parse(data).type, id: lastEventId })
    await until(() => stream.readyState === 1, { describe: () => 'the stream to open' })
    court.receive('for the stream')
    const isThere = () => events.some(({ type, id }) => type === 'new_message' && id !== '')
    await until(isThere, { withinMs: 20_000 }).catch(() => undefined)
    stream.close()
    return verdictOf(isThere() ? [] : [`no new_message with an id: ${JSON.stringify(events)}`], 'reads it as it comes')
  },
}
