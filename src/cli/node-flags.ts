/** How Node is to be started for the bridge and for the web process, by whoever starts them. */

export const nodeFlags = [
  // Any process of the user could open an inspector with this signal, and with it a program that may read everything.
  '--disable-sigusr1',
  '--disable-proto=delete',
  // Most of what they allocate dies at once; a small nursery keeps a quarter of the resident memory away for years.
  '--max-semi-space-size=2',
  // What has died is collected sooner than V8 would, which has servers in mind: a twentieth of the memory for no time that shows.
  '--heap-growing-percent=20',
] as const
