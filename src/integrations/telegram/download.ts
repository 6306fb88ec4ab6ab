/** Fetches a file that a user sent to the bot: never more than the largest that may be sent on. */
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'

/** What Telegram lets bots fetch, and the host lets plugins send. */
export const largestBytes = 20 * 1024 * 1024
const silenceMs = 20_000

export interface FileAddress {
  apiRoot: string
  token: string
  /** As `getFile` told it. */
  path: string
}

/** No error of it names the address: the token is a part of it. */
export function download({ apiRoot, token, path }: FileAddress, signal: AbortSignal): Promise<Uint8Array> {
  const url = `${apiRoot}/file/bot${token}/${path}`
  const get = url.startsWith('https:') ? getHttps : getHttp
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the file cannot be fetched: ${why}`))
    const request = get(url, { signal, timeout: silenceMs }, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('error', () => fail('the connection broke'))
      response.on('end', () => resolve(Buffer.concat(chunks)))
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        chunks.push(chunk)
        if (bytes > largestBytes) response.destroy(new Error('too large'))
      })
      if (response.statusCode !== 200) {
        fail(`Telegram answered ${response.statusCode}`)
        response.destroy()
      }
    })
    request.on('timeout', () => request.destroy(new Error('silence')))
    request.on('error', () => fail('no connection'))
  })
}
