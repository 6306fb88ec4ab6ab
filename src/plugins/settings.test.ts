import { expect, it } from 'vitest'
import { checkedSettings } from './settings.ts'

const schema = {
  type: 'object',
  required: ['url'],
  additionalProperties: false,
  properties: {
    url: { type: 'string', format: 'uri' },
    depth: { type: 'object', default: {}, properties: { inner: { type: 'number', default: 3 } } },
    list: { type: 'array', items: { type: 'string' } },
  },
}

it('fills in defaults at every depth and leaves out the switch', () => {
  expect(checkedSettings(schema, { enabled: true, url: 'http://a.test/' })).toEqual({
    settings: { url: 'http://a.test/', depth: { inner: 3 } },
  })
})

it('names the setting that is wrong', () => {
  const problemOf = (settings: object) => checkedSettings(schema, { enabled: true, url: 'http://a.test/', ...settings })
  expect(problemOf({ depth: { inner: 'x' } })).toHaveProperty(
    'problem',
    expect.stringContaining('settings.depth.inner'),
  )
  expect(problemOf({ list: [1] })).toHaveProperty('problem', expect.stringContaining('settings.list.0'))
  expect(problemOf({ nobody: 1 })).toHaveProperty('problem', expect.stringContaining('settings'))
  expect(checkedSettings(schema, {})).toHaveProperty('problem', expect.stringContaining('url'))
})

it('does not change the configured object', () => {
  const configured = { url: 'http://a.test/', depth: {} }
  checkedSettings(schema, configured)
  expect(configured).toEqual({ url: 'http://a.test/', depth: {} })
})

it('reports a schema that cannot be used', () => {
  expect(checkedSettings({ $ref: '#/nowhere' }, {})).toHaveProperty('problem')
})
