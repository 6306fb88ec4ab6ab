/** Builds the error that a plugin's author reads when the plugin tries to reach a place where it may not go. */

export function noWay(what: string): Error {
  const reason =
    'a plugin reaches the hosts that NETWORK of its class lists and those that the user typed into its settings'
  return Object.assign(new Error(`${what} is not possible: ${reason}.`), { code: 'EACCES' })
}
