import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { openInKept } from './kept-context.ts'
import { openBrowser } from './one-browser.ts'

const options = { serviceWorkers: 'block', locale: 'en-GB' } as const

const leaveBehind = `
  localStorage.left = 1
  sessionStorage.left = 1
  document.cookie = 'left=1'
  history.pushState({}, '', '/other')
  addEventListener('pagehide', () => { localStorage.late = 1 })
  new Promise((done) => { indexedDB.open('left').onsuccess = done })`

const leftBehind = `(async () => [
  localStorage.length, sessionStorage.length, document.cookie, (await indexedDB.databases()).length, history.length,
  navigator.onLine, (await navigator.permissions.query({ name: 'geolocation' })).state, window.left
])()`

test.skipIf(!hasBrowser)('a page leaves nothing behind for the next one in its context', async () => {
  await using browser = await openBrowser()
  using server = disposable(createServer((_, response) => void response.end('<!doctype html>')).listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const first = await openInKept(browser, options)
  await first.goto(url)
  const untouched = await first.evaluate(leftBehind)
  await first.evaluate(leaveBehind)
  await first.context().grantPermissions(['geolocation'])
  await first.context().route('**', (route) => route.abort())
  await first.context().setOffline(true)
  await using beside = await openInKept(browser, options)
  expect(beside.context(), 'while the first is open').not.toBe(first.context())
  await first.close()

  const second = await openInKept(browser, options)
  expect(second.context()).toBe(first.context())
  await second.goto(url)
  expect(await second.evaluate(leftBehind)).toEqual(untouched)
  await second.context().addInitScript('window.left = 1')
  await second.close()

  await using third = await openInKept(browser, options)
  await third.goto(url)
  expect(await third.evaluate(leftBehind)).toEqual(untouched)
})

const disposable = (server: ReturnType<typeof createServer>) =>
  Object.assign(server, { [Symbol.dispose]: () => void server.close().closeAllConnections() })
