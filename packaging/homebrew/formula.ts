/** A formula of Homebrew with another release in it. */

interface Release {
  name: string
  version: string
  /** Of the tarball, in hexadecimal. */
  sha256: string
}

/** Throws where it has no place for them. */
export function formulaOf(formula: string, { name, version, sha256 }: Release): string {
  const url = `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz`
  return filled(filled(formula, 'url', url), 'sha256', sha256)
}

function filled(formula: string, key: string, value: string): string {
  const line = new RegExp(`^  ${key} ".*"$`, 'm')
  if (!line.test(formula)) throw new Error(`The formula has no ${key}.`)
  return formula.replace(line, `  ${key} "${value}"`)
}
