/** A plugin of somebody else is installed from its package, allowed what it asks for, and turned on. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Journey } from '../journey.ts'
import { password } from '../place.ts'
import { soon } from '../way.ts'

const example = fileURLToPath(new URL('../../../examples/say_hello', import.meta.url))

export const installPlugin: Journey = {
  name: 'plugin',
  title: 'Install a plugin',
  wants: 'A plugin that somebody wrote has been downloaded as a package, and shall run.',
  ends: 'the service lists the plugin as running',
  path: '/app/relay',
  place: { hasPassword: true },
  async go(person) {
    const folder = mkdtempSync(join(tmpdir(), 'journey-'))
    try {
      execFileSync('npm', ['pack', '--pack-destination', folder, example], { stdio: 'ignore' })
      await person.press('link', 'Plugins')
      await person.press('button', 'Install…')
      await person.press('radio', 'Package file')
      await person.pick('Package file (.tgz)', join(folder, readdirSync(folder)[0] ?? ''))
      await person.fill('Your password', password, { words: 'the password' })
      await person.show('Installing asks for the password again.')
      await person.press('button', 'Install')
      await person.read('What SayHello can do')
      await person.show('What the plugin can do stands above the button that turns it on.')
      await person.press('button', 'Turn on')
      await person.read('OK')
      await person.show('The plugin runs, in a sandbox.')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  shown: ({ client }) =>
    soon(async () => {
      const plugins = await client.list_plugins()
      return plugins.some(({ name, status }) => name === 'say_hello' && status === 'running')
    }, 'the plugin to run'),
}
