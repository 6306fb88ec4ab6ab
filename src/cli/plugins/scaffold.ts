/**
 * Generates the files of a new plugin as text. It is JavaScript with types in comments: this runs directly from an
 * installed package, where Node strips no types, and is type-checked all the same.
 */
import { names } from '../../contract/names.ts'

/** File contents by path in the plugin's folder. */
export type Scaffold = Readonly<Record<string, string>>

export const scaffold = (name: string): Scaffold => ({
  'package.json': `${JSON.stringify(packageOf(name), null, 2)}\n`,
  'index.js': indexOf(name),
  'index.test.js': testOf(name),
  'README.md': readmeOf(name),
})

const packageOf = (name: string) => ({
  name: `service-plugin-${name.replaceAll('_', '-')}`,
  version: '0.1.0',
  description: 'Answers who says hello.',
  type: 'module',
  files: ['index.js'],
  [names.entryPointGroup]: { [name]: './index.js' },
  scripts: { test: 'node --test', try: `${names.command} plugins try .` },
  devDependencies: { 'local-messaging-relay': '*' },
})

const classOf = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const indexOf = (name: string): string => `// @ts-check
/** @import { InboundMessage, Integration, NetworkPlace, OfficialContext } from 'local-messaging-relay/plugin' */

/** @implements {Integration<InboundMessage>} */
export default class ${classOf(name)} {
  static NAME = '${name}'
  static DISPLAY_NAME = '${classOf(name)}'
  static DESCRIPTION = 'Answers who says hello.'
  /** official: is handed what is written and may answer. notify: is told who and when, and cannot send. */
  static TIER = /** @type {const} */ ('official')
  /**
   * Hosts on the Internet, each with a reason that the user reads: { host: 'api.example.com', port: 443, reason: '…' }
   * @type {NetworkPlace[]}
   */
  static NETWORK = []
  static SETTINGS_SCHEMA = {
    type: 'object',
    properties: {
      answer: { type: 'string', default: 'Hello to you, too!', description: 'What to answer.' },
    },
    additionalProperties: false,
  }

  /** @type {OfficialContext | undefined} */
  #ctx

  /** @param {OfficialContext} ctx */
  async start(ctx) {
    this.#ctx = ctx
    ctx.log_info('ready to answer')
  }

  async stop() {}

  /**
   * Returning is the acknowledgement. What it throws means "later, please": the same message comes again.
   * @param {InboundMessage} msg
   */
  async on_inbound(msg) {
    if (!/\\bhello\\b/i.test(msg.text ?? '')) return
    await this.#ctx?.send_text(msg.conversation_id, String(this.#ctx.plugin_config.answer))
  }
}
`

const testOf = (name: string): string => `import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** A simulated Mac receives it, and the real bridge hands it over: every line is something that happened. */
function say(text) {
  const { status, stdout, stderr } = spawnSync('${names.command}', ['plugins', 'try', '.', '--say', text, '--json'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  return stdout
    .trim()
    .split('\\n')
    .map((line) => JSON.parse(line))
}

test('${name} answers a hello', () => {
  const sent = say('Hello').find(({ type }) => type === 'sent')
  assert.equal(sent.text, 'Hello to you, too!')
})

test('and nothing else', () => {
  const events = say('How are you?')
  assert.ok(events.some(({ type, state }) => type === 'handed' && state === 'acked'))
  assert.ok(!events.some(({ type }) => type === 'sent'))
})
`

const readmeOf = (name: string): string => `# ${classOf(name)}

A plugin of ${names.product}: answers who says hello.

\`\`\`
npm install                       # the types, and the command ${names.command}
npm run try                       # a simulated Mac on which people talk
npm test
${names.command} plugins install .          # on your own; then: ${names.command} plugins enable ${name}
\`\`\`

| setting | default | |
|---|---|---|
| \`answer\` | Hello to you, too! | What to answer. |
`
