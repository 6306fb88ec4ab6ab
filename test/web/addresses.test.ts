import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'

let web: WebHere

beforeAll(async () => {
  web = await webHere()
})
afterAll(() => web?.[Symbol.asyncDispose]())

const rows = Object.entries(endpoints) as [EndpointName, Endpoint][]
const addresses = [...new Set(rows.map(([, { path }]) => path))]
/** Considers rows with a parameter in the place of a fixed segment as well. */
const servesAt = (path: string) => (served: string) =>
  new RegExp(`^${served.replaceAll(/\{\w+\}/g, '[^/]+').replace('*', '.*')}$`).test(path)
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']

test.each(addresses)('%s answers 405 to every method that it lacks, and lists those that it has', async (path) => {
  const isServed = servesAt(path)
  const served = rows
    .filter(([, row]) => row.path === path || isServed(row.path))
    .flatMap(([, { method }]) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const address = new URL(path.replaceAll(/\{\w+\}|\*/g, 'none'), web.url)
  for (const method of methods.filter((method) => !served.includes(method))) {
    const response = await fetch(address, { method, redirect: 'manual' })
    const { error } = (await response.json()) as { error: { code: string; details: { allowed: string[] } } }
    expect([response.status, error.code]).toEqual([405, 'method_not_allowed'])
    const allowed = (response.headers.get('allow') ?? '').split(', ')
    expect([allowed, error.details.allowed]).toEqual([expect.arrayContaining(served), allowed])
    expect(allowed).not.toContain(method)
  }
})

test.each([
  ['/', '/setup'],
  ['/app', '/app/'],
  ['/app?q=walrus&x=%2F', '/app/?q=walrus&x=%2F'],
  ['/app?//evil.example', '/app/?//evil.example'],
])('%s leads to %s', async (from, to) => {
  const response = await fetch(`${web.url}${from}`, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([302, to])
})

test('listing things and showing one of them need the same scope', () => {
  const shown = rows.filter(([, { method, path }]) => method === 'GET' && /\{\w+\}$/.test(path))
  const other = shown.flatMap(([name, { path, scope }]) => {
    const list = rows.find(([, one]) => one.method === 'GET' && one.path === path.replace(/\/\{\w+\}$/, ''))
    return list === undefined || list[1].scope === scope ? [] : [`${name}: ${scope}, ${list[0]}: ${list[1].scope}`]
  })
  expect([other, shown.length > 3]).toEqual([[], true])
})
