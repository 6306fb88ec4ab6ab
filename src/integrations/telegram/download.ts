/** Downloads a file that a user sent to the bot, and never more than the largest size that may be sent on. */
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'

/** The limit of Telegram for downloads by bots, and of the host for files of plugins. */
export const largestBytes = 20 * 1024 * 1024
const silenceMs = 20_000

export interface FileAddress {
  apiRoot: string
  token: string
  /** The path that `getFile` returned. */
  path: string
}

/** No error contains the address, because the token is a part of it. */
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
