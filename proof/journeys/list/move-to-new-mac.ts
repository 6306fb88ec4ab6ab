/** Moves everything to another Mac in one file, by the commands that the page shows. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TemporaryMac } from '../../../simulator/temporary-mac.ts'
import { startBridge } from '../../../test/harness/bridge-process.ts'
import type { Journey } from '../journey.ts'
import { commandOf, people } from '../place.ts'
import { soon } from '../way.ts'

const text = 'New Mac, same webhook'

let next: TemporaryMac

export const moveToNewMac: Journey = {
  name: 'move',
  title: 'Move to a new Mac',
  wants: 'There is a new Mac, and the relay shall go on there as it was.',
  ends: 'a message that comes in on the new Mac reaches the same receiver',
  path: '/app/settings',
  async go(person, { mac, terminal, anotherMac }) {
    next = anotherMac()
    await person.press('link', 'Advanced')
    await person.press('button', /^Copy service backup/)
    await person.read('Copied')
    await person.show('Settings show both commands.')
    const backup = await person.pasted()
    await person.elsewhere(`Paste \`${backup}\` into Terminal, and press Enter.`, () =>
      terminal(...backup.split(' ').slice(1)),
    )
    await person.press('button', /^Copy service restore/)
    const restore = await person.pasted()
    const file = restore.split(' ').at(-1) ?? ''
    await person.elsewhere('Copy the file to the new Mac.', async () =>
      copyFileSync(join(mac.home, file), join(next.home, file)),
    )
    await person.elsewhere(`Paste \`${restore}\` into Terminal there, and press Enter.`, () =>
      commandOf(next, restore.split(' ').slice(1)),
    )
  },
  async shown({ receiver }) {
    const bridge = startBridge({ home: next.home })
    try {
      await bridge.polling()
      next.messages.receive({ from: people.fern.phone, text })
      await soon(() => receiver.texts().includes(text), 'the message of the new Mac')
    } finally {
      await bridge.stop()
    }
  },
}
