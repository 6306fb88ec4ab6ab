import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** A simulated Mac receives it, and the real bridge hands it over: every line is something that happened. */
function say(text) {
  const { status, stdout, stderr } = spawnSync('service', ['plugins', 'try', '.', '--say', text, '--json'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('say_hello answers a hello', () => {
  const sent = say('Hello').find(({ type }) => type === 'sent')
  assert.equal(sent.text, 'Hello to you, too!')
})

test('and nothing else', () => {
  const events = say('How are you?')
  assert.ok(events.some(({ type, state }) => type === 'handed' && state === 'acked'))
  assert.ok(!events.some(({ type }) => type === 'sent'))
})
