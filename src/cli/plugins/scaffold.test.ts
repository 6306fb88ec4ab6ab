import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../../store/test-folder.ts'
import { scaffold } from './scaffold.ts'

const folderOfTest = testFolders(onTestFinished)
const files = scaffold('say_hello')

test('the committed example equals the output of the command', () => {
  const folder = 'examples/say_hello'
  expect(readdirSync(folder).sort()).toEqual(Object.keys(files).sort())
  for (const [file, text] of Object.entries(files)) expect(readFileSync(join(folder, file), 'utf8')).toBe(text)
})

/**
 * Compiles a plugin against the types that package.json publishes as `local-messaging-relay/plugin`, as an author
 * would.
 */
function compile(index: string): string {
  const folder = folderOfTest()
  const api = join(folder, 'node_modules', 'local-messaging-relay')
  mkdirSync(api, { recursive: true })
  const declared = ['--declaration', '--emitDeclarationOnly', '--outDir', api, '--target', 'es2024']
  const resolved = ['--module', 'nodenext', '--skipLibCheck']
  execFileSync('tsc', ['--ignoreConfig', ...declared, ...resolved, 'src/plugin-api/index.ts'])
  const exported = { './plugin': { types: './index.d.ts', default: './index.js' } }
  writeFileSync(
    join(api, 'package.json'),
    JSON.stringify({ name: 'local-messaging-relay', type: 'module', exports: exported }),
  )
  writeFileSync(join(folder, 'package.json'), files['package.json'] ?? '')
  writeFileSync(join(folder, 'index.js'), index)
  const checked = ['--noEmit', '--checkJs', '--allowJs', '--strict', '--target', 'es2024', '--ignoreConfig']
  try {
    execFileSync('tsc', [...checked, ...resolved, join(folder, 'index.js')], { encoding: 'utf8' })
    return ''
  } catch (error) {
    return String((error as { stdout: unknown }).stdout)
  }
}

test('the plugin compiles against the published types, which detect mistakes', () => {
  const index = files['index.js'] ?? ''
  expect(compile(index)).toBe('')
  expect(compile(index.replace('msg.conversation_id', 'msg.handle'))).toContain("'handle' does not exist")
})
