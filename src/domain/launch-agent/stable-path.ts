/** Finds the path of a Homebrew program that survives an upgrade, which removes the folder of the old version. */

const versioned = /^(?<prefix>.*)\/Cellar\/(?<formula>[^/]+)\/[^/]+\/(?<rest>.+)$/

/** `realPathOf` throws where no file exists. */
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
