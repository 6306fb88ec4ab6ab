/** A photo goes out with a line of text. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import type { Journey } from '../journey.ts'
import { nameOf, people } from '../place.ts'
import { soon } from '../way.ts'

const text = 'The view from the cabin'

export const sendPhoto: Journey = {
  name: 'photo',
  title: 'Send a message with a photo',
  wants: 'Tomás shall get a photo, with a line about it.',
  ends: 'Messages has both in its database, sent to him',
  path: '/app/messages',
  async go(person) {
    const folder = mkdtempSync(join(tmpdir(), 'journey-'))
    try {
      const { name, bytes } = sampleFile('jpeg', 2)
      const file = join(folder, name)
      writeFileSync(file, bytes)
      await person.press('link', new RegExp(nameOf(people.tomas)))
      await person.pick('Attach files', file)
      await person.fill('Message', text)
      await person.show('The photo and the text wait above the send button.')
      await person.key('Enter', 'Press **Enter**.')
      await person.read(text, { in: person.page.getByRole('list', { name: 'Messages' }) })
      await person.read('Delivered')
      await person.show('Both are on their way.')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  shown: ({ mac }) =>
    soon(() => {
      const sent = mac.row(`SELECT count(*) AS n FROM message JOIN handle ON handle.ROWID = message.handle_id
        WHERE is_from_me = 1 AND handle.id = '${people.tomas.phone}'`)
      const files =
        mac.row(`SELECT count(*) AS n FROM message_attachment_join JOIN message ON message.ROWID = message_id
        WHERE is_from_me = 1`)
      return Number(sent?.n) === 2 && Number(files?.n) === 1
    }),
}
