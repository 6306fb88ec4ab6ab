import { expect, test } from 'vitest'
import { pluginIn } from './blame.ts'

test('a failure is attributed to the plugin whose file is highest in the stack', () => {
  const stack = `Error: no
    at press (http://127.0.0.1:1/plugin-assets/one/0f/index.js:3:9)
    at other (http://127.0.0.1:1/plugin-assets/two/0f/index.js:3:9)`
  expect(pluginIn(stack)).toBe('one')
  expect(pluginIn('at http://127.0.0.1:1/app/assets/index.js:1:1')).toBeUndefined()
  expect(pluginIn(undefined)).toBeUndefined()
})
