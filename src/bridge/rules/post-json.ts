/** Makes one POST of JSON with a deadline, only to the addresses that a rule may reach. */
import { post } from '../../outgoing/post.ts'
import { checkedLookup, type Egress } from './checked-lookup.ts'

export interface JsonPost {
  url: string
  body: unknown
  headers: Readonly<Record<string, string>>
  /** Aborts when the post takes too long, or the bridge stops. */
  signal: AbortSignal
  egress: Egress
}

/** Resolves with the status; rejects when there is no response. */
export async function postJson({ url: target, body, headers, signal, egress }: JsonPost): Promise<number> {
  const url = new URL(target)
  const { status } = await post({
    url,
    body: Buffer.from(JSON.stringify(body)),
    headers: { 'content-type': 'application/json', ...headers },
    signal,
    lookup: checkedLookup(url, egress),
  })
  return status
}
