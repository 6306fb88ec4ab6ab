import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'
import { pick, seededRandom } from '../../../simulator/random.ts'
import type { ChatGuid, Handle } from '../../contract/ids.ts'
import { sendServices } from '../../contract/send.ts'
import type { Content, Route } from '../decisions/route-plan.ts'
import { eventTimeoutS, scriptFile, scriptRun, scripts } from './script-run.ts'
import { awkwardText } from './test-awkward-text.ts'

const chat: Route = { by: 'chat', guid: 'any;-;+12025550123' as ChatGuid }
const folder = dirname(scriptFile('chat'))
const files = readdirSync(folder)
const sourceOf = (file: string) => readFileSync(`${folder}/${file}`, 'utf8')
const senders = files.filter((file) => file !== 'answers.applescript')

it('every script has a file, and every file is used', () => {
  expect(
    Object.values(scripts)
      .map((name) => `${name}.applescript`)
      .toSorted(),
  ).toEqual(files.toSorted())
})

it.each(files)('%s is constant, runs nothing else and uses only portable characters', (file) => {
  const source = sourceOf(file)
  expect(source).toMatch(/^[\n\t\x20-\x7e]+$/)
  expect(source).not.toMatch(/\b(do shell script|run script|load script|store script|system events|javascript|\$\{)/i)
  expect(source.match(/application "[^"]*"/g)?.every((name) => name === 'application "Messages"')).toBe(true)
})

it.each(senders)('%s has one send, the only statement outside the error handler', (file) => {
  const source = sourceOf(file).replaceAll(/^--.*$/gm, '')
  expect(source.match(/\bsend\b/g)).toHaveLength(1)
  const after = source.slice(source.indexOf('end try'))
  expect(after.split('\n').map((line) => line.trim())).toEqual([
    'end try',
    'with timeout of theSeconds seconds',
    'tell application "Messages"',
    'send theContent to theTarget',
    'end tell',
    'end timeout',
    'return "sent"',
    'end run',
    '',
  ])
})

it('the scripts for the services differ only in the service, and only one names RCS', () => {
  const [first, ...others] = sendServices.map((service) =>
    sourceOf(`${scripts[service]}.applescript`).replaceAll(new RegExp(`\\b${service}\\b`, 'g'), 'SERVICE'),
  )
  for (const other of others) expect(other).toBe(first)
  expect(files.filter((file) => /\bRCS\b/.test(sourceOf(file)))).toEqual(['by-rcs.applescript'])
})

it('the route selects the script, and everything else is an argument', () => {
  expect(scriptRun({ text: 'hello' }, chat)).toEqual([
    scriptFile('chat'),
    'text',
    'hello',
    'any;-;+12025550123',
    String(eventTimeoutS),
  ])
  const byService = sendServices.map((service) =>
    scriptRun({ path: '/a b.png' }, { by: 'participant', service, handle: '+12025550123' as Handle }),
  )
  expect(byService.map((args) => [basename(args?.[0] ?? ''), ...(args ?? []).slice(1, 4)])).toEqual([
    ['by-imessage.applescript', 'file', '/a b.png', '+12025550123'],
    ['by-sms.applescript', 'file', '/a b.png', '+12025550123'],
    ['by-rcs.applescript', 'file', '/a b.png', '+12025550123'],
  ])
})

it('a text that no argument can hold unchanged is rejected', () => {
  for (const text of ['a\0b', '\ud83d', 'x\udc00y']) {
    expect(scriptRun({ text }, chat)).toBeUndefined()
    expect(scriptRun({ path: `/${text}` }, chat)).toBeUndefined()
    expect(scriptRun({ text: 'hello' }, { by: 'chat', guid: text as ChatGuid })).toBeUndefined()
  }
})

it('ten thousand texts, paths, addresses and chats become arguments unchanged, never part of a script', () => {
  const random = seededRandom('argv')
  for (let turn = 0; turn < 10_000; turn += 1) {
    const [what, address] = [awkwardText(random), awkwardText(random)]
    const content: Content = turn % 2 === 0 ? { text: what } : { path: `/tmp/${what}` }
    const route: Route =
      turn % 3 === 0
        ? { by: 'chat', guid: address as ChatGuid }
        : { by: 'participant', service: pick(random, sendServices), handle: address as Handle }
    const args = scriptRun(content, route) ?? expect.fail('it was refused')
    if (!files.includes(basename(args[0] ?? '')) || dirname(args[0] ?? '') !== folder)
      expect.fail(`not ours: ${args[0]}`)
    const [, kind, given, to, ...rest] = args
    if (given !== ('text' in content ? content.text : content.path) || to !== address) expect.fail(JSON.stringify(args))
    if (kind !== ('text' in content ? 'text' : 'file') || rest.join() !== '20') expect.fail(JSON.stringify(args))
  }
})
