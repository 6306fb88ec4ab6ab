/**
 * Makes a bundle take Node's modules as they are: an import of one evaluates all that it exports, such as the client of
 * `fetch` or the streams of the terminal, which is a fifth of a start.
 */
import type { Plugin } from 'vite'

export const nodeDirectly: Plugin = {
  name: 'node-directly',
  renderChunk: (code) =>
    code.replace(
      /^import (?:([\w$]+|\* as [\w$]+)(?:, )?)?(\{[^}]*\})? from "(node:[^"]+)";$/gm,
      (_, whole: string | undefined, named: string | undefined, name: string) =>
        [whole?.replace('* as ', ''), named?.replaceAll(' as ', ': ')]
          .filter((taken) => taken !== undefined)
          .map((taken) => `const ${taken} = globalThis.process.getBuiltinModule("${name}");`)
          .join(' '),
    ),
}
