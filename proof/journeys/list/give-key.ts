/** A program gets a key of its own, which may read and nothing else. */

import type { Journey } from '../journey.ts'
import { soon } from '../way.ts'

let copiedKey = ''

const statusWith = async (url: string, headers: Record<string, string>) =>
  (await fetch(`${url}/api/v1/conversations?limit=1`, { headers })).status

export const giveKey: Journey = {
  name: 'key',
  title: 'Give a key to a program',
  wants: 'A script of one’s own shall read messages over the API, and be able to do nothing else.',
  ends: 'a request with the key is answered, one without it is refused, and the key cannot send',
  path: '/app/settings',
  place: { hasPassword: true },
  async go(person) {
    await person.press('link', 'Security')
    await person.press('button', 'New key')
    await person.fill('Name', 'Report script')
    await person.show('A new key: its name, what it may do, and until when.')
    await person.press('button', 'Create key')
    await person.press('button', 'Copy key')
    await person.read('Copied')
    copiedKey = await person.pasted()
    await person.show('The key is shown once, with an example that works as it stands.')
    await person.press('button', 'Done')
  },
  async shown({ url, client }) {
    const authorization = `Bearer ${copiedKey}`
    await soon(async () => (await statusWith(url, { authorization })) === 200)
    const keys = await client.list_keys()
    const isReading = keys.some(({ label, scopes }) => label === 'Report script' && scopes.join() === 'read')
    if (!isReading || (await statusWith(url, {})) !== 401) throw new Error('The key is not what was asked for.')
  },
}
