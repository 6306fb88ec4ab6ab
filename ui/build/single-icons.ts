/**
 * Imports each icon from its own file, and draws it with our own few lines. Their package passes all of them through one
 * file, so that the build could not know which part of the page shows which. Of each icon only its lines are kept: the keys
 * beside them are random letters, which do not compress.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('../kit/drawn-icon.ts', import.meta.url))
const named = /import \{([^}]*)\} from 'lucide-react'/g

export const singleIcons = (): Plugin => ({
  name: 'single-icons',
  enforce: 'pre',
  resolveId: {
    filter: { id: /[/]createLucideIcon\.mjs$/ },
    handler: () => ours,
  },
  transform: {
    filter: { id: /[/]ui[/].*\.tsx?$/, code: named },
    handler: (code) => ({ code: code.replaceAll(named, (_, names: string) => importsOf(names)), map: null }),
  },
})

export const bareIcons = (): Plugin => ({
  name: 'bare-icons',
  transform: {
    filter: { id: /[/]lucide-react[/].*[/]icons[/][\w-]+\.mjs$/ },
    handler: (code) => ({ code: code.replaceAll(/, key: "\w+"|^ *size: 24,$|^__iconData\.node;$/gm, ''), map: null }),
  },
})

const importsOf = (names: string): string =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => `import ${name} from 'lucide-react/icons/${fileOf(name)}'`)
    .join(';')

const exported = /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g
let files: ReadonlyMap<string, string> | undefined

/** An icon may have several names, of which its file has one. */
function fileOf(name: string): string {
  files ??= new Map(
    [...index().matchAll(exported)].flatMap(([, names = '', file = '']) =>
      names.split(',').map((each) => [each.trim().replace('default as ', ''), file] as const),
    ),
  )
  const file = files.get(name)
  if (file === undefined) throw new Error(`There is no icon ${name}.`)
  return file
}

const index = (): string =>
  readFileSync(
    fileURLToPath(new URL('dist/esm/lucide-react.mjs', import.meta.resolve('lucide-react/package.json'))),
    'utf8',
  )
