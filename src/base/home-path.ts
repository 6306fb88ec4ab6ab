/** Writes paths below somebody's home as people do. */
export const homePath = (path: string, home: string): string =>
  path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
