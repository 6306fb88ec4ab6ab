/** Defines the flags of Node for the processes of the service, for every way of starting them. */

/** Flags for all processes; each exists since Node 22. */
const commonFlags = [
  // This signal would let any process of the user open an inspector, and so control a program that may read everything.
  '--disable-sigusr1',
  '--disable-proto=delete',
  // With a nursery of one megabyte, so much of a page of messages survives it that the heap grows by more than the
  // other megabyte; V8 would let it grow to sixteen or more.
  '--max-semi-space-size=2',
  // One thread for compilers and collector instead of four, each of which keeps what it once allocated.
  '--v8-pool-size=1',
  // Collects garbage sooner than V8's default for servers: saves a twentieth of the memory at no measurable cost in
  // time.
  '--heap-growing-percent=20',
] as const

/**
 * Flags for the bridge and other background processes. The middle compiler costs ten megabytes, and makes a backlog
 * leave a fifth sooner. Without compact heaps a flood would leave thirty megabytes behind.
 */
export const nodeFlags = [...commonFlags, '--optimize-for-size'] as const

/**
 * Flags for the web process. The middle compiler would take ten megabytes once and never give them back. Without
 * compact heaps a page of messages takes a fifth less time, for three to twenty megabytes more after long use.
 */
export const webFlags = [...commonFlags, '--no-maglev'] as const
