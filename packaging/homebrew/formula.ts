/** Updates the Homebrew formula to another release. */

interface Release {
  name: string
  version: string
  /** The checksum of the tarball, in hexadecimal. */
  sha256: string
}

/** Throws where the formula has no place for them. */
export function formulaOf(formula: string, { name, version, sha256 }: Release): string {
  const url = `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz`
  return filled(filled(formula, 'url', url), 'sha256', sha256)
}

function filled(formula: string, key: string, value: string): string {
  const line = new RegExp(`^  ${key} ".*"$`, 'm')
  if (!line.test(formula)) throw new Error(`The formula has no ${key}.`)
  return formula.replace(line, `  ${key} "${value}"`)
}
