/** How Node is to be started for the web process, by whoever starts it. */

export const webNodeFlags = [
  // Any process of the user could open an inspector with this signal, and with it a program that may read everything.
  '--disable-sigusr1',
  '--disable-proto=delete',
] as const
