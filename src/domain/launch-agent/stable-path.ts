/** The name under which a program of Homebrew is still found after an upgrade, which removes the folder of its version. */

const versioned = /^(?<prefix>.*)\/Cellar\/(?<formula>[^/]+)\/[^/]+\/(?<rest>.+)$/

/** `realPathOf` throws where there is nothing. */
export function stablePath(path: string, realPathOf: (path: string) => string): string {
  const { prefix, formula, rest } = versioned.exec(path)?.groups ?? {}
  if (prefix === undefined) return path
  const linked = `${prefix}/opt/${formula}/${rest}`
  try {
    return realPathOf(linked) === realPathOf(path) ? linked : path
  } catch {
    return path
  }
}
